import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, day, openSite, refusalOf, start, subscribe } from '../chargebee.fixture.ts'
import type { TestSite } from '../chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

const change = (id: string, price: string, quantity = 1, more: object = {}) =>
  site.client.subscription.updateForItems(id, {
    subscription_items: [{ item_price_id: price, quantity }],
    replace_items_list: true,
    ...more,
  })

// Chargebee's documentation, "Downgrading a plan with proration", example 1.
test('60 a month to 30 after 20 of 30 days: 20 come back, 10 are charged and 20 are due at the renewal', async () => {
  const { subscription } = await subscribe(site, 'platinum-month')
  await site.moveTo(start + 20 * day)
  const { invoice, credit_notes: notes, customer } = await change(subscription.id, 'gold-month')
  expect(notes).toMatchObject([
    { total: 2000, amount_allocated: 1000, amount_available: 1000, type: 'refundable' },
  ])
  expect(invoice).toMatchObject({ total: 1000, credits_applied: 1000, amount_due: 0, status: 'paid' })
  expect(customer.refundable_credits).toBe(1000)
  await site.moveTo(start + 30 * day)
  const { list } = await site.client.invoice.list({ limit: 1 })
  expect(list[0]?.invoice).toMatchObject({ total: 3000, credits_applied: 1000, amount_paid: 2000 })
})

// The same, example 2.
test('3 seats of 30 to 2 after 10 of 30 days: 60 come back and 40 are charged', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 3)
  await site.moveTo(start + 10 * day)
  const { invoice, customer } = await change(subscription.id, 'gold-month', 2)
  expect(invoice).toMatchObject({ total: 4000, credits_applied: 4000 })
  expect(customer.refundable_credits).toBe(2000)
})

// Chargebee's support, "Proration and credits on plan change".
test('15 a month to 30 with 26 of 30 days left: 13 are due', async () => {
  const { subscription } = await subscribe(site, 'silver-month')
  await site.moveTo(start + 4 * day)
  const estimate = await site.client.estimate.updateSubscriptionForItems({
    subscription: { id: subscription.id },
    subscription_items: [{ item_price_id: 'gold-month', quantity: 1 }],
    replace_items_list: true,
  })
  expect(estimate.estimate.invoice_estimate).toMatchObject({
    total: 2600,
    credits_applied: 1300,
    amount_due: 1300,
  })
  expect(estimate.estimate.credit_note_estimates).toMatchObject([{ total: 1300, amount_allocated: 1300 }])
  const { invoice } = await change(subscription.id, 'gold-month')
  expect(invoice).toMatchObject({ total: 2600, credits_applied: 1300, amount_paid: 1300, status: 'paid' })
})

test('30 a month to 15 with 26 of 30 days left: 13 of the 26 that come back are left', async () => {
  const { subscription } = await subscribe(site, 'gold-month')
  await site.moveTo(start + 4 * day)
  const { invoice, customer } = await change(subscription.id, 'silver-month')
  expect(invoice).toMatchObject({ total: 1300, credits_applied: 1300 })
  expect(customer.refundable_credits).toBe(1300)
})

// Chargebee's support, "How Chargebee works when proration is disabled".
test('without proration an upgrade is charged in full and a downgrade gives nothing back', async () => {
  const { subscription } = await subscribe(site, 'gold-month')
  await site.moveTo(start + 20 * day)
  const up = await change(subscription.id, 'platinum-month', 1, { prorate: false })
  expect(up.invoice).toMatchObject({ total: 6000, credits_applied: 0, amount_paid: 6000 })
  const down = await change(subscription.id, 'gold-month', 1, { prorate: false })
  expect([down.invoice, down.credit_notes, down.customer.refundable_credits]).toEqual([
    undefined,
    undefined,
    0,
  ])
})

test('two changes in one term credit what the first of them charged', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 1)
  await site.moveTo(start + 10 * day)
  await change(subscription.id, 'gold-month', 2)
  await site.moveTo(start + 20 * day)
  const { invoice, credit_notes: notes } = await change(subscription.id, 'gold-month', 3)
  expect(notes).toMatchObject([{ total: 2000 }])
  expect(invoice).toMatchObject({ total: 3000, credits_applied: 2000, amount_paid: 1000 })
})

test('another billing period starts a new term', async () => {
  const { subscription } = await subscribe(site, 'gold-month')
  await site.moveTo(start + 15 * day)
  const { subscription: yearly, invoice } = await change(subscription.id, 'gold-year')
  expect(yearly).toMatchObject({ billing_period_unit: 'year', current_term_start: start + 15 * day })
  expect(yearly.current_term_end).toBe(Date.UTC(2027, 3, 16) / 1000)
  expect(invoice).toMatchObject({ total: 30_000, credits_applied: 1500 })
})

test('what is not invoiced immediately comes with the renewal', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 1)
  await site.moveTo(start + 15 * day)
  const { invoice, unbilled_charges: unbilled } = await change(subscription.id, 'gold-month', 2, {
    invoice_immediately: false,
  })
  expect(invoice).toBeUndefined()
  expect(unbilled).toMatchObject([{ amount: 3000 }])
  await site.moveTo(start + 30 * day)
  const { list } = await site.client.invoice.list({ limit: 1 })
  expect(list[0]?.invoice).toMatchObject({ total: 9000, credits_applied: 1500, amount_paid: 7500 })
})

// Chargebee's documentation, "If I change the next billing date".
test('a longer term is charged by the day, and a shorter one credited', async () => {
  const { subscription } = await subscribe(site, 'gold-month')
  await site.moveTo(start + 10 * day)
  const { id } = subscription
  await site.client.subscription.changeTermEnd(id, { term_ends_at: start + 36 * day })
  const longer = await site.client.invoice.list({ limit: 1 })
  // A month that starts on 11 April has 30 days.
  expect(longer.list[0]?.invoice).toMatchObject({ total: 600, amount_paid: 600 })
  const other = await subscribe(site, 'gold-month')
  const { current_term_start: from = 0 } = other.subscription
  const shorter = await site.client.subscription.changeTermEnd(other.subscription.id, {
    term_ends_at: from + 15 * day,
  })
  expect(shorter.customer.refundable_credits).toBe(1500)
  expect(shorter.subscription.next_billing_at).toBe(from + 15 * day)
})

test('a change whose payment is declined changes nothing', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 1)
  await site.moveTo(start + 10 * day)
  site.fail('card_declined')
  expect(await refusalOf(change(subscription.id, 'gold-month', 5))).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_processing_failed',
  })
  const now = await site.client.subscription.retrieve(subscription.id)
  expect(now.subscription.subscription_items).toMatchObject([{ quantity: 1, amount: 3000 }])
  expect(now.customer.refundable_credits).toBe(0)
})
