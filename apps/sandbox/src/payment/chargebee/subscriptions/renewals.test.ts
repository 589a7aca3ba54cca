import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createCatalog,
  createCustomer,
  day,
  openSite,
  refusalOf,
  start,
  subscribe,
} from '../chargebee.fixture.ts'
import type { TestSite } from '../chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

const statusOf = async (id: string) => (await site.client.subscription.retrieve(id)).subscription
const invoices = async () =>
  (await site.client.invoice.list({ 'sort_by[asc]': 'date' })).list.map((one) => one.invoice)

test('a subscription renews each month and its card is charged', async () => {
  const { subscription, invoice } = await subscribe(site, 'gold-month', 2)
  expect(subscription).toMatchObject({ status: 'active', current_term_end: start + 30 * day, mrr: 6000 })
  expect(invoice).toMatchObject({ status: 'paid', total: 6000, first_invoice: true, recurring: true })
  await site.moveTo(start + 62 * day)
  expect(await statusOf(subscription.id)).toMatchObject({ current_term_start: start + 61 * day })
  expect(await invoices()).toMatchObject([
    { total: 6000 },
    { total: 6000, first_invoice: false },
    { total: 6000 },
  ])
})

test('a month that began on the 31st ends on the last day of a short one', async () => {
  await site.moveTo(Date.UTC(2026, 4, 31) / 1000)
  const { subscription } = await subscribe(site)
  expect(subscription.current_term_end).toBe(Date.UTC(2026, 5, 30) / 1000)
  await site.moveTo(Date.UTC(2026, 6, 1) / 1000)
  expect((await statusOf(subscription.id)).current_term_end).toBe(Date.UTC(2026, 6, 31) / 1000)
})

test('a trial ends with the first invoice, or with the subscription when there is no card', async () => {
  const trial = { trial_end: start + 14 * day }
  const paid = await subscribe(site, 'gold-month', 1, trial)
  expect(paid.subscription).toMatchObject({ status: 'in_trial', next_billing_at: start + 14 * day })
  expect(paid.invoice).toBeUndefined()
  const { customer } = await site.client.customer.create({})
  const unpaid = await site.client.subscription.createWithItems(customer.id, {
    subscription_items: [{ item_price_id: 'gold-month', quantity: 1 }],
    ...trial,
  })
  await site.moveTo(start + 14 * day)
  expect(await statusOf(paid.subscription.id)).toMatchObject({
    status: 'active',
    activated_at: start + 14 * day,
  })
  expect(await statusOf(unpaid.subscription.id)).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'no_card',
  })
  expect(await invoices()).toMatchObject([{ total: 3000, status: 'paid' }])
})

test('a renewal that is declined is tried again, and then the subscription ends as not paid', async () => {
  const id = await createCustomer(site)
  const items = { subscription_items: [{ item_price_id: 'gold-month', quantity: 1 }] }
  const { subscription } = await site.client.subscription.createWithItems(id, items)
  site.fail('card_declined', 4)
  await site.moveTo(start + 30 * day)
  expect((await invoices()).at(-1)).toMatchObject({
    status: 'payment_due',
    dunning_status: 'in_progress',
    next_retry_at: start + 31 * day,
    amount_due: 3000,
  })
  expect(await statusOf(subscription.id)).toMatchObject({
    status: 'active',
    due_invoices_count: 1,
    total_dues: 3000,
  })
  await site.moveTo(start + 37 * day)
  expect((await invoices()).at(-1)).toMatchObject({ status: 'not_paid', dunning_status: 'exhausted' })
  expect(await statusOf(subscription.id)).toMatchObject({ status: 'cancelled', cancel_reason: 'not_paid' })
})

test('a retry that goes through ends the dunning', async () => {
  const { subscription } = await subscribe(site)
  site.fail('card_declined', 2)
  await site.moveTo(start + 34 * day)
  expect((await invoices()).at(-1)).toMatchObject({
    status: 'paid',
    dunning_status: 'success',
    amount_due: 0,
  })
  const after = await statusOf(subscription.id)
  expect(after).toMatchObject({ status: 'active', due_invoices_count: 0 })
  expect(after.total_dues).toBeUndefined()
})

test('a payment that is due can be collected before the next retry', async () => {
  await subscribe(site)
  site.fail('card_declined', 2)
  await site.moveTo(start + 30 * day)
  const [, due] = await invoices()
  const again = site.client.invoice.collectPayment(due?.id ?? '')
  expect(await refusalOf(again)).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_processing_failed',
  })
  const { invoice, transaction } = await site.client.invoice.collectPayment(due?.id ?? '')
  expect([invoice.status, transaction.amount]).toEqual(['paid', 3000])
})

test('a change at the end of the term waits until then, and can be taken back', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 3)
  const fewer = (id: string) =>
    site.client.subscription.updateForItems(id, {
      subscription_items: [{ item_price_id: 'gold-month', quantity: 2 }],
      end_of_term: true,
    })
  const scheduled = await fewer(subscription.id)
  expect(scheduled.subscription).toMatchObject({
    has_scheduled_changes: true,
    changes_scheduled_at: start + 30 * day,
    subscription_items: [{ quantity: 3 }],
  })
  const ahead = await site.client.subscription.retrieveWithScheduledChanges(subscription.id)
  expect(ahead.subscription.subscription_items).toMatchObject([{ quantity: 2 }])
  await site.client.subscription.removeScheduledChanges(subscription.id)
  expect((await statusOf(subscription.id)).has_scheduled_changes).toBe(false)
  await fewer(subscription.id)
  await site.moveTo(start + 30 * day)
  expect(await statusOf(subscription.id)).toMatchObject({
    has_scheduled_changes: false,
    subscription_items: [{ quantity: 2 }],
  })
  expect((await invoices()).at(-1)).toMatchObject({ total: 6000 })
})
