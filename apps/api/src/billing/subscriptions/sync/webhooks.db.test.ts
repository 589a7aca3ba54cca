import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import { buyWith } from '#api/testing/sequences/billing/actions.ts'
import { aPayer, customerOf, type Payer } from '#api/testing/sequences/billing/payer.ts'
import { seeded } from '#api/testing/sequences/random.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'
import { sweepBilling } from './sweep-billing.ts'
import { syncCustomer } from './sync-customer.ts'

let stage: Stage
let payer: Payer
let customer: string
beforeAll(async () => {
  stage = await openStage('stripe')
  payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  customer = await customerOf(stage, payer)
})
afterAll(() => stage?.stop())

const month = 31 * 86_400_000
let last = 0
const about = (customerId: string, type = 'customer.subscription.deleted') => ({
  id: `evt_${(last += 1)}`,
  type,
  data: { object: { object: 'subscription', id: 'sub_1', customer: customerId, status: 'canceled' } },
})

/** As Stripe delivers it, unless it is signed otherwise. */
async function deliver(event: object, sign: { secret?: string; age?: number } = {}, extra = '') {
  const { config, now } = stage.api.context
  const payload = JSON.stringify(event) + extra
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: sign.secret ?? config.payment.stripe?.webhookSecret ?? '',
    timestamp: Math.floor(now().getTime() / 1000) - (sign.age ?? 0),
  })
  const response = await fetch(`${stage.api.url}/v2/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  const { key = null } = (await response.json()) as { key?: string }
  return { status: response.status, key }
}

const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await stage.owner.query<Record<string, unknown>>(sql, values)).rows
const kept = (id: string) => rowsOf('SELECT type, customer_id FROM billing_events WHERE id = $1', [id])
const jobs = () => rowsOf(`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'sync-billing'`)
const plan = () =>
  rowsOf('SELECT id, status, live, seats FROM subscriptions WHERE business_id = $1', [payer.id])
const waiting = () => rowsOf('SELECT id FROM billing_events WHERE processed_at IS NULL')

test.each([
  ['with another secret', { secret: 'whsec_of_another' }],
  ['from six minutes ago', { age: 360 }],
])('a webhook signed %s is answered like an unknown address, and changes nothing', async (_, sign) => {
  const [before, jobsBefore] = [await plan(), await jobs()]
  const event = about(customer)
  expect(await deliver(event, sign)).toEqual({ status: 404, key: 'not_found' })
  expect(await kept(event.id)).toEqual([])
  expect([await plan(), await jobs()]).toEqual([before, jobsBefore])
})

test('a webhook of more than 512 KB is refused before it is read', async () => {
  const event = about(customer)
  const answer = await deliver(event, {}, ' '.repeat(600 * 1024))
  expect(answer).toEqual({ status: 413, key: 'request.too_large' })
  expect(await kept(event.id)).toEqual([])
})

test('what a webhook says is never written: late, twice and out of order, the state is what the provider has now', async () => {
  const before = await plan()
  expect(before).toMatchObject([{ status: 'active', live: true }])
  const [late, later] = [about(customer), about(customer, 'customer.subscription.updated')]
  for (const event of [later, late, late]) expect((await deliver(event)).status).toBe(200)
  expect(await kept(late.id)).toHaveLength(1)
  await syncCustomer(stage.api.context, { provider: 'STRIPE', customerId: customer })
  expect(await plan()).toEqual(before)
  expect(await waiting()).toEqual([])
})

test.each([
  ['of a type that nobody knows', () => about(customer, 'treasury.something_new')],
  ['about a customer of another account', () => about('cus_of_another')],
  ['about nobody', () => ({ ...about(customer), data: { object: { object: 'price', id: 'price_1' } } })],
])('a webhook %s is taken, and is worked on once', async (_, make) => {
  const before = await plan()
  const event = make()
  expect((await deliver(event)).status).toBe(200)
  expect(await kept(event.id)).toHaveLength(1)
  for (const customerId of [customer, 'cus_of_another'])
    await syncCustomer(stage.api.context, { provider: 'STRIPE', customerId })
  expect(await plan()).toEqual(before)
  expect(await waiting()).toEqual([])
})

test('a webhook about a business that has been deleted, and is no longer known to the provider, is done with', async () => {
  const gone = await aPayer(stage)
  await buyWith(stage, gone, seeded(2), 'accepted')
  const customerId = await customerOf(stage, gone)
  await stage.api.call(deleteBusiness, { params: { id: gone.id }, body: { name: 'Lindenhof AG' } }, gone.as)
  await stage.advance(month)
  expect(await deleteDueBusinesses(stage.api.context)).toBe(1)
  expect((await deliver(about(customerId))).status).toBe(200)
  await stage.advance(6 * 60_000)
  await sweepBilling(stage.api.context)
  expect(await waiting()).toEqual([])
  const { forNew } = stage.api.context.payment
  expect((await forNew?.fetchState(customerId))?.subscriptions).toMatchObject([{ status: 'canceled' }])
  const { apiUrl = '', secretKey = '' } = stage.api.context.config.payment.stripe ?? {}
  const removal = { method: 'DELETE', headers: { authorization: `Bearer ${secretKey}` } }
  expect((await fetch(`${apiUrl}/v1/customers/${customerId}`, removal)).ok).toBe(true)
  expect((await deliver(about(customerId, 'customer.deleted'))).status).toBe(200)
  await syncCustomer(stage.api.context, { provider: 'STRIPE', customerId })
  expect(await waiting()).toEqual([])
})
