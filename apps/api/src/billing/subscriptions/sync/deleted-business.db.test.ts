import { deleteUser } from '@countersign/contract/accounts.ts'
import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { confirmDirectUpgrade, createDirectSetupIntent } from '@countersign/contract/direct-upgrades.ts'
import * as calls from '@countersign/contract/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBilling } from '#api/billing/subscriptions/commands/check-billing.ts'
import { addMember } from '#api/business/businesses/create-business.ts'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import type { Person } from '#api/testing/api.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'
import { buyWith } from '#api/testing/sequences/billing/actions.ts'
import { aPayer, enterOwnCard } from '#api/testing/sequences/billing/payer.ts'
import { seeded } from '#api/testing/sequences/random.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'
import { sweepBilling } from './sweep-billing.ts'
import { endBilling } from './sync-billing.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

const month = 31 * 86_400_000
const team = {
  plan: 'team',
  cycle: 'year',
  amountSeats: 3,
  currency: 'CHF',
  billing: { country: 'CH' },
} as const

/** The states of the orders that have this customer, and the totals of its invoices at the provider. */
async function boughtBy(customer: string | undefined) {
  const orders = await stage.owner.query<{ state: string }>(
    'SELECT state FROM billing_orders WHERE customer_id = $1',
    [customer],
  )
  const { invoices } = await stage.askProvider<{ invoices: { total: number }[] }>(
    `/state?customer=${customer}`,
  )
  return { orders: orders.rows.map(({ state }) => state), totals: invoices.map(({ total }) => total) }
}

test('an order that is open when the business is deleted is never paid', async () => {
  const { api, owner, provider } = stage
  const payer = await aPayer(stage)
  const params = { id: payer.id }
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  // The customer's record is made; then the provider is away.
  provider.arm('lost before', 1)
  const kept = await api.ask(calls.upgradeBusiness, { params, body: { ...team, setupReference } }, payer.as)
  expect(kept).toMatchObject({ status: 503, error: { key: 'billing.order_kept' } })
  await owner.query('UPDATE businesses SET delete_at = now() WHERE id = $1', [payer.id])
  expect(await deleteDueBusinesses(api.context)).toBe(1)
  await stage.advance(120_000)
  await sweepBilling(api.context)
  const { rows } = await owner.query<{ customer_id: string }>(
    'SELECT customer_id FROM business_billing WHERE business_id = $1',
    [payer.id],
  )
  expect(await boughtBy(rows[0]?.customer_id)).toEqual({ orders: ['ABANDONED'], totals: [] })
})

test.each([
  [
    'deletes their account',
    ({ as, password }: Person) => stage.api.call(deleteUser, { body: { password } }, as),
  ],
  [
    'joins another business',
    async ({ email }: Person) =>
      addMember(stage.api.context, (await aPayer(stage)).id, { email, role: 'member' }),
  ],
])('someone who ordered a plan for a new business and %s is not charged', async (_, leave) => {
  const { api, owner, provider } = stage
  const emil = await api.person({ firstName: 'Emil' })
  const action = await api.call(createDirectSetupIntent, { body: { country: 'CH' } }, emil.as)
  const setupReference = await enterCard(api, action)
  const { rows } = await owner.query<{ customer_id: string }>(
    'SELECT customer_id FROM account_customers JOIN accounts ON id = account_id WHERE email = $1',
    [emil.email],
  )
  provider.arm('lost before', 1)
  const body = { ...team, name: 'Emil AG', phone: null, gtc: true, dpa: true, setupReference } as const
  const kept = await api.ask(confirmDirectUpgrade, { body }, emil.as)
  expect(kept).toMatchObject({ status: 503, error: { key: 'billing.order_kept' } })
  await leave(emil)
  await stage.advance(120_000)
  await sweepBilling(api.context)
  expect(await boughtBy(rows[0]?.customer_id)).toEqual({ orders: ['ABANDONED'], totals: [] })
})

test('the plan of a deleted business that its job could not end is named by the check and ended by the sweep, and its address stays', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  const body = { name: 'Lindenhof AG' }
  await stage.api.call(deleteBusiness, { params: { id: payer.id }, body }, payer.as)
  await stage.advance(month)
  expect(await deleteDueBusinesses(context)).toBe(1)
  // The last try of the job.
  stage.provider.arm('lost before', 1)
  await expect(endBilling(context, payer.id)).rejects.toThrow('lost before')
  stage.provider.disarm()
  await expect(checkBilling(context, {}, [])).rejects.toThrow(
    /deleted on 20\S+, and sub_\w+ is still charged/,
  )
  await sweepBilling(context)
  expect(await checkBilling(context, {}, [])).toContain('Billing is in order')
  const { rows } = await stage.owner.query<{ address: object }>(
    'SELECT address FROM business_billing WHERE business_id = $1',
    [payer.id],
  )
  expect(rows[0]?.address).toMatchObject({ country: 'CH' })
})
