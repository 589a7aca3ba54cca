import {
  confirmDirectUpgrade,
  createDirectSetupIntent,
  syncDirectUpgrade,
} from '@countersign/contract/direct-upgrades.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBilling } from '#api/billing/subscriptions/commands/check-billing.ts'
import { markRefunded } from '#api/billing/subscriptions/commands/mark-refunded.ts'
import { addMember } from '#api/business/businesses/create-business.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ billing: 'stripe', jobs: false })
})
afterAll(() => api?.stop())

/** The customer approves, at the bank, the payment that waits for it. */
async function answerBank(clientSecret: string | null | undefined): Promise<void> {
  const intent = clientSecret?.split('_secret_')[0] ?? ''
  const response = await fetch(`${api.sandboxUrl}/api/payment/stripe/payment-intents/${intent}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ approve: true }),
  })
  if (!response.ok) throw new Error(await response.text())
}

test('who joins a business before their bank approves a plan of their own is told of the refund, and the operator too', async () => {
  const [anna, ben] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Ben' })]
  const other = await aBusiness(api, { admins: [ben] })
  const setup = await api.call(createDirectSetupIntent, { body: { country: 'CH' } }, anna.as)
  const setupReference = await enterCard(api, setup, 'asks each time')
  const choice = { plan: 'team', cycle: 'year', amountSeats: 3, currency: 'CHF' } as const
  const founding = { name: 'Anna AG', phone: null, gtc: true, dpa: true }
  const body = { ...choice, ...founding, setupReference, billing: { country: 'CH' } }
  const { action } = await api.call(confirmDirectUpgrade, { body }, anna.as)
  await addMember(api.context, other, { email: anna.email, role: 'member' })
  await answerBank(action?.clientSecret)
  expect(await api.call(syncDirectUpgrade, {}, anna.as)).toEqual({ state: 'refund_due', business: null })
  expect(await api.call(syncDirectUpgrade, {}, anna.as)).toMatchObject({ state: 'refund_due' })
  const found = await checkBilling(api.context, {}, []).catch((error: Error) => error.message)
  const [, order = ''] = /run business refunded ([0-9a-f-]{36})/.exec(found) ?? []
  expect(found).toContain(`order ${order} (STRIPE, customer cus_`)
  expect(await markRefunded(api.context, {}, [order])).toContain(order)
  expect(await checkBilling(api.context, {}, [])).toContain('Billing is in order')
  await expect(markRefunded(api.context, {}, [order])).rejects.toThrow('There is no order')
})
