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

const items = (quantity: number) => ({ subscription_items: [{ item_price_id: 'gold-month', quantity }] })
const coupon = (id: string, more: object) =>
  site.client.coupon.createForItems({
    id,
    name: id,
    apply_on: 'invoice_amount',
    discount_type: 'percentage',
    duration_type: 'forever',
    ...more,
  })

test('a new subscription is estimated, and nothing is kept of it', async () => {
  await coupon('TEN', { discount_percentage: 10 })
  const id = await createCustomer(site)
  const { estimate } = await site.client.estimate.createSubItemForCustomerEstimate(id, {
    ...items(3),
    coupon_ids: ['TEN'],
  })
  expect(estimate.subscription_estimate).toMatchObject({
    status: 'active',
    next_billing_at: start + 30 * day,
  })
  expect(estimate.invoice_estimate).toMatchObject({
    sub_total: 9000,
    total: 8100,
    amount_due: 8100,
    discounts: [{ entity_type: 'document_level_coupon', entity_id: 'TEN', amount: 900 }],
    line_items: [{ entity_id: 'gold-month', quantity: 3, unit_amount: 3000, amount: 9000 }],
  })
  expect((await site.client.coupon.retrieve('TEN')).coupon.redemptions).toBe(0)
  expect((await site.client.subscription.list({})).list).toEqual([])
  const { invoice } = await site.client.subscription.createWithItems(id, { ...items(3), coupon_ids: ['TEN'] })
  expect(invoice).toMatchObject({ sub_total: 9000, total: 8100, amount_paid: 8100 })
})

test('a subscription with a trial is invoiced later', async () => {
  const { estimate } = await site.client.estimate.createSubItemEstimate({
    subscription: { trial_end: start + 14 * day },
    ...items(1),
  })
  expect(estimate.invoice_estimate).toBeUndefined()
  expect(estimate.next_invoice_estimate).toMatchObject({ total: 3000, amount_due: 3000 })
  expect(estimate.subscription_estimate).toMatchObject({
    status: 'in_trial',
    next_billing_at: start + 14 * day,
  })
})

test('what an update is estimated at is what it costs', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 2)
  await site.moveTo(start + 12 * day + 12_345)
  const { estimate } = await site.client.estimate.updateSubscriptionForItems({
    subscription: { id: subscription.id },
    ...items(7),
  })
  const before = await site.client.subscription.retrieve(subscription.id)
  expect(before.subscription.subscription_items).toMatchObject([{ quantity: 2 }])
  const { invoice } = await site.client.subscription.updateForItems(subscription.id, items(7))
  expect(invoice?.amount_paid).toBe(estimate.invoice_estimate?.amount_due)
  expect(invoice?.total).toBe(estimate.invoice_estimate?.total)
})

test('an update at the end of the term shows in the next invoice alone', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 2)
  const { estimate } = await site.client.estimate.updateSubscriptionForItems({
    subscription: { id: subscription.id },
    ...items(1),
    end_of_term: true,
  })
  expect([estimate.invoice_estimate, estimate.credit_note_estimates]).toEqual([undefined, undefined])
  expect(estimate.next_invoice_estimate).toMatchObject({ total: 3000, line_items: [{ quantity: 1 }] })
  const renewal = await site.client.estimate.renewalEstimate(subscription.id)
  expect(renewal.estimate.invoice_estimate).toMatchObject({ total: 6000 })
})

test('a coupon for the first invoice, for some months, and for good', async () => {
  await coupon('ONCE', { discount_percentage: 50, duration_type: 'one_time' })
  await coupon('QUARTER', {
    discount_percentage: 20,
    duration_type: 'limited_period',
    period: 3,
    period_unit: 'month',
  })
  await coupon('FIVE', { discount_type: 'fixed_amount', discount_amount: 500, currency_code: 'CHF' })
  const totals = async (id: string) => {
    const { subscription } = await subscribe(site, 'gold-month', 1, { coupon_ids: [id] })
    const { current_term_start: from = 0 } = subscription
    await site.moveTo(from + 130 * day)
    const { list } = await site.client.invoice.invoicesForSubscription(subscription.id, { limit: 5 })
    return list.map((one) => one.invoice.total).reverse()
  }
  expect(await totals('ONCE')).toEqual([1500, 3000, 3000, 3000, 3000])
  expect(await totals('QUARTER')).toEqual([2400, 2400, 2400, 3000, 3000])
  expect(await totals('FIVE')).toEqual([2500, 2500, 2500, 2500, 2500])
})

test('a coupon is refused when it is unknown, over, used up, or for something else', async () => {
  const refused = async (id: string, price = 'gold-month') => {
    const estimate = site.client.estimate.createSubItemEstimate({
      subscription_items: [{ item_price_id: price, quantity: 1 }],
      coupon_ids: [id],
    })
    return (await refusalOf(estimate))['api_error_code']
  }
  expect(await refused('NOBODY')).toBe('resource_not_found')
  await coupon('SPRING', { discount_percentage: 10, valid_till: start + day })
  await coupon('FIRST', { discount_percentage: 10, max_redemptions: 1 })
  await coupon('CHF', { discount_type: 'fixed_amount', discount_amount: 500, currency_code: 'CHF' })
  await coupon('SILVER', {
    discount_percentage: 10,
    apply_on: 'each_specified_item',
    item_constraints: [{ item_type: 'plan', constraint: 'specific', item_price_ids: ['silver-month'] }],
  })
  expect(await refused('SILVER')).toBe('invalid_request')
  expect(await refused('CHF', 'gold-month-eur')).toBe('invalid_request')
  await subscribe(site, 'gold-month', 1, { coupon_ids: ['FIRST'] })
  expect(await refused('FIRST')).toBe('resource_limit_exhausted')
  expect((await site.client.coupon.retrieve('FIRST')).coupon).toMatchObject({
    status: 'expired',
    redemptions: 1,
  })
  await site.moveTo(start + 2 * day)
  expect(await refused('SPRING')).toBe('invalid_state_for_request')
  const { list } = await site.client.coupon.list({ status: { is: 'active' } })
  expect(list.map((one) => one.coupon.id).sort()).toEqual(['CHF', 'SILVER'])
  const { invoice } = await subscribe(site, 'silver-month', 2, { coupon_ids: ['SILVER'] })
  expect(invoice).toMatchObject({
    sub_total: 2700,
    discounts: [{ entity_type: 'item_level_coupon', amount: 300 }],
  })
})
