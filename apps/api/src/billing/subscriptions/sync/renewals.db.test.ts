import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'

describe.each(['stripe', 'chargebee'] as const)('%s', (provider) => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ billing: provider })
  })
  afterAll(() => api?.stop())

  const tell = (act: string, body: object = {}) =>
    fetch(`${api.sandboxUrl}/api/payment/${provider}/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('a renewal that is declined is a payment issue, and paid on the next try it is none', async () => {
    const { as, ...person } = await api.person({ firstName: 'Anna' })
    const id = await aBusiness(api, { admins: [{ as, ...person }] })
    const params = { id }
    const action = await api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, as)
    const choice = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
    const body = { ...choice, setupReference: await enterCard(api, action), billing: { country: 'CH' } }
    await api.call(calls.upgradeBusiness, { params, body }, as)
    const billing = async () => (await api.call(getBusiness, { params }, as)).billing
    await api.fault(provider, 'card_declined', 1)
    const { rows } = await api.context.pool.query(
      'SELECT period_end FROM subscriptions WHERE business_id = $1',
      [id],
    )
    const renewal = (rows[0] as { period_end: Date }).period_end
    // Before it is tried again. Stripe's invoice is a draft for an hour.
    await tell('clock', { to: new Date(renewal.getTime() + 2 * 3_600_000).toISOString() })
    await tell('webhooks/settle')
    const due = { paymentIssue: true, stripeSubscriptionStatus: 'past_due', seats: 3 }
    await expect.poll(billing).toMatchObject(due)
    await tell('clock', { days: 8 })
    await tell('webhooks/settle')
    await expect.poll(billing).toMatchObject({ paymentIssue: false, stripeSubscriptionStatus: 'active' })
  })
})
