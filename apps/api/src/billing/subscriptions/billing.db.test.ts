import {
  confirmDirectUpgrade,
  createDirectSetupIntent,
  syncDirectUpgrade,
} from '@countersign/contract/direct-upgrades.ts'
import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { atProvider, type Card, enterCard, tellProvider } from '#api/testing/billing/payer-page.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee' })
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(() => api?.stop())

const team = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
const show = (id: string, as = anna.as) => api.call(getBusiness, { params: { id } }, as)

/** A business whose one admin has just signed up. */
async function newcomer() {
  const person = await api.person({ firstName: 'Dora' })
  const id = await aBusiness(api, { admins: [person] })
  return { id, params: { id }, as: person.as, person }
}

interface Wish {
  readonly card?: Card
  readonly amountSeats?: number
  readonly promoCode?: string
  readonly referralCode?: string
}

async function customer({ card = 'accepted', ...order }: Wish = {}) {
  const one = await newcomer()
  const action = await api.call(
    calls.createSetupIntent,
    { params: one.params, body: { country: 'CH' } },
    one.as,
  )
  const setupReference = await enterCard(api, action, card)
  const body = { ...team, ...order, setupReference, billing: { country: 'CH' } }
  return { ...one, bought: await api.call(calls.upgradeBusiness, { params: one.params, body }, one.as) }
}

const eventsOf = async (id: string, as: string) =>
  (await api.call(listAdministration, { params: { id }, query: {} }, as)).items.map(({ type }) => type)

test('a trial becomes a plan that is paid for: seats, state, log and invoice', async () => {
  const one = await newcomer()
  const before = await show(one.id, one.as)
  expect(before.billing).toMatchObject({ paymentMethod: 'TRIALING', paymentIssue: false, seats: 1 })
  expect(before.pricePlan).toMatchObject({ name: 'pro', current: { base: { type: 'TRIAL' } } })
  const { id, as, bought } = await customer()
  expect(bought).toMatchObject({
    action: null,
    business: {
      seats: { total: 3, used: 1 },
      billing: {
        paymentMethod: 'CHARGEBEE',
        stripeSubscriptionStatus: 'active',
        ...{
          seats: 3,
          nextSeats: null,
          seatPrice: 1200,
          cycle: 'month',
          currency: 'CHF',
          paymentIssue: false,
        },
      },
      pricePlan: { name: 'team', current: { base: { type: 'TEAM', endAt: null } }, next: { base: null } },
    },
  })
  const { invoices } = await api.call(calls.listInvoices, { params: { id } }, as)
  expect(invoices).toMatchObject([{ status: 'paid', currency: 'CHF', total: 3600, due: 0 }])
  expect((await eventsOf(id, as)).slice(0, 2)).toEqual(['seats_changed', 'plan_bought'])
})

test('an admin alone sees and changes how a business pays; members and strangers do not', async () => {
  const { id, person } = await customer()
  const member = await api.person({ firstName: 'Carl' })
  const { addMember } = await import('#api/business/businesses/create-business.ts')
  await addMember(api.context, id, { email: member.email, role: 'member' })
  const own = await show(id, member.as)
  expect(own).toMatchObject({ billing: null, stripe: null, pricePlan: { name: 'team' } })
  const params = { id }
  const body = { seats: 4, timestamp: new Date().toISOString() }
  expect(await api.ask(calls.changeSeats, { params, body }, member.as)).toMatchObject({ status: 403 })
  expect(await api.ask(calls.changeSeats, { params, body }, anna.as)).toMatchObject({ status: 404 })
  expect(await api.ask(calls.getReferralCode, { params }, member.as)).toMatchObject({ status: 403 })
  expect(await api.ask(calls.listInvoices, { params }, ben.as)).toMatchObject({ status: 404 })
  expect((await show(id, person.as)).billing?.seats).toBe(3)
})

test('more seats are there at once, fewer from the next period on', async () => {
  const { id, as, params } = await customer()
  const timestamp = (await show(id, as)).billing?.timestamp ?? ''
  const more = await api.call(calls.changeSeats, { params, body: { seats: 5, timestamp } }, as)
  expect(more.billing).toMatchObject({ seats: 5, nextSeats: null })
  const stale = await api.ask(calls.changeSeats, { params, body: { seats: 7, timestamp } }, as)
  expect(stale).toMatchObject({ error: { key: 'billing.stale' } })
  const fewer = await api.call(
    calls.changeSeats,
    { params, body: { seats: 2, timestamp: more.billing.timestamp } },
    as,
  )
  expect(fewer.billing).toMatchObject({ seats: 5, nextSeats: 2 })
  expect((await show(id, as)).seats.total).toBe(5)
})

test('a plan is cancelled with its period, and that is revoked', async () => {
  const { id, as, params } = await customer()
  const cancelled = await api.call(calls.changeBase, { params, body: { next: { type: 'CANCELED' } } }, as)
  expect(cancelled.pricePlan?.next.base).toMatchObject({ type: 'CANCELED' })
  const again = await api.call(calls.changeBase, { params, body: { next: null } }, as)
  expect(again.pricePlan?.next.base).toBeNull()
  expect((await eventsOf(id, as)).slice(0, 2)).toEqual(['plan_cancellation_revoked', 'plan_cancelled'])
})

test.each([
  ['a plan with too few seats', { amountSeats: 1 }, 'billing.seats_out_of_range'],
  ['a country without a price', { country: 'US' }, 'billing.country_without_price'],
  ['the wrong currency', { country: 'DE' }, 'billing.plan_not_sold'],
  ['a VAT number with a typing error', { country: 'CH', vat: 'CHE-116.281.711' }, 'billing.vat_malformed'],
  ['an unknown promotion code', { promoCode: 'NONE' }, 'billing.promo_unknown'],
  ['an unknown referral code', { referralCode: 'NONE' }, 'billing.referral_unknown'],
])('%s is refused, and nothing is charged', async (_, wrong, key) => {
  const { params, as } = await newcomer()
  const count = (await atProvider(api)).invoices.length
  const body = { ...team, billing: { country: 'CH' }, ...wrong }
  if ('country' in wrong) Object.assign(body, { billing: {} })
  expect(await api.ask(calls.upgradeBusiness, { params, body }, as)).toMatchObject({ error: { key } })
  expect((await atProvider(api)).invoices).toHaveLength(count)
})

test('a trial is cancelled once', async () => {
  const { params, as } = await newcomer()
  const ended = await api.call(calls.cancelTrial, { params }, as)
  expect(ended.billing?.paymentMethod).toBe('NEEDS_PAYMENT_METHOD')
  const again = await api.ask(calls.cancelTrial, { params }, as)
  expect(again).toMatchObject({ error: { key: 'billing.trial_over' } })
})

test('a personal account becomes a business once its plan is paid for', async () => {
  const { as } = await api.person({ firstName: 'Emil' })
  const action = await api.call(createDirectSetupIntent, { body: { country: 'CH' } }, as)
  const order = { ...team, setupReference: await enterCard(api, action), billing: { country: 'CH' } }
  const body = { ...order, name: 'Emil AG', phone: null, gtc: true, dpa: true }
  const { business } = await api.call(confirmDirectUpgrade, { body }, as)
  expect(business).toMatchObject({
    name: 'Emil AG',
    seats: { total: 3 },
    billing: { paymentMethod: 'CHARGEBEE' },
  })
  const synced = await api.call(syncDirectUpgrade, {}, as)
  expect(synced).toMatchObject({ state: 'done', business: { id: business?.id } })
  const again = await api.ask(confirmDirectUpgrade, { body }, as)
  expect(again).toMatchObject({ error: { key: 'business.already_member' } })
})

test('a newcomer by referral pays less, and the code counts', async () => {
  const referrer = await newcomer()
  const { code } = await api.call(calls.getReferralCode, { params: referrer.params }, referrer.as)
  const { id, as } = await customer({ referralCode: code })
  const { invoices } = await api.call(calls.listInvoices, { params: { id } }, as)
  expect(invoices[0]?.total).toBe(3240)
  const after = await api.call(calls.getReferralCode, { params: referrer.params }, referrer.as)
  expect(after).toMatchObject({ code, used: 1 })
})

test('a webhook leads to a sync; forged ones are refused, and the same one counts once', async () => {
  const { id, as, params } = await customer()
  await api.call(calls.changeBase, { params, body: { next: { type: 'CANCELED' } } }, as)
  await tellProvider(api, 'clock', { days: 40 })
  await tellProvider(api, 'webhooks/settle')
  const paymentMethod = async () => (await show(id, as)).billing?.paymentMethod
  await expect.poll(paymentMethod).toBe('NEEDS_PAYMENT_METHOD')
  expect((await show(id, as)).pricePlan?.current.base.type).toBe('CANCELED')
  const forged = await fetch(`${api.url}/v2/webhooks/chargebee`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('a:b')}` },
    body: JSON.stringify({ id: 'ev_1', event_type: 'subscription_cancelled', content: {} }),
  })
  expect(forged.status).toBe(404)
})

test('a provider that is down: pages work, and what was ordered is kept and finished later', async () => {
  const { id, as, params } = await customer()
  const timestamp = (await show(id, as)).billing?.timestamp ?? ''
  await api.fault('chargebee', 'status_503', 1000)
  expect((await show(id, as)).billing).toMatchObject({ paymentMethod: 'CHARGEBEE', seats: 3 })
  const refused = await api.ask(calls.changeSeats, { params, body: { seats: 6, timestamp } }, as)
  expect(refused).toMatchObject({ status: 503, error: { key: 'billing.order_kept' } })
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  // The breaker stays open for a while.
  const seats = async () => (await api.call(calls.syncBusinessBilling, { params }, as)).billing?.seats
  await expect.poll(seats, { interval: 500 }).toBe(6)
})
