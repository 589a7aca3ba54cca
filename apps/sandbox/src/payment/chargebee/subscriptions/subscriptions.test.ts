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

const items = { subscription_items: [{ item_price_id: 'gold-month', quantity: 1 }] }

test('a subscription needs a card that is accepted', async () => {
  const { customer } = await site.client.customer.create({})
  expect(await refusalOf(site.client.subscription.createWithItems(customer.id, items))).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_method_not_present',
  })
  const id = await createCustomer(site, '4000000000000341')
  expect(await refusalOf(site.client.subscription.createWithItems(id, items))).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_processing_failed',
    error_cause_id: 'gateway.general.decline',
  })
  expect((await site.client.subscription.list({ customer_id: { is: id } })).list).toEqual([])
  const offline = await site.client.subscription.createWithItems(customer.id, {
    ...items,
    auto_collection: 'off',
  })
  expect(offline.invoice).toMatchObject({ status: 'payment_due', amount_due: 3000 })
})

test('a cancellation at the end of the term can be taken back until then', async () => {
  const { subscription } = await subscribe(site)
  const { id } = subscription
  const ending = await site.client.subscription.cancelForItems(id, { end_of_term: true })
  expect(ending.subscription).toMatchObject({ status: 'non_renewing', cancelled_at: start + 30 * day })
  expect(ending.subscription.next_billing_at).toBeUndefined()
  const kept = await site.client.subscription.removeScheduledCancellation(id)
  expect(kept.subscription).toMatchObject({ status: 'active', next_billing_at: start + 30 * day })
  expect(await refusalOf(site.client.subscription.removeScheduledCancellation(id))).toMatchObject({
    api_error_code: 'invalid_state_for_request',
  })
  await site.client.subscription.cancelForItems(id, { cancel_option: 'end_of_term' })
  await site.moveTo(start + 30 * day)
  expect((await site.client.subscription.retrieve(id)).subscription.status).toBe('cancelled')
  expect((await site.client.invoice.list({})).list).toHaveLength(1)
})

test('a trial that is cancelled at its end is never invoiced', async () => {
  const { subscription } = await subscribe(site, 'gold-month', 1, { trial_end: start + 14 * day })
  const ending = await site.client.subscription.cancelForItems(subscription.id, { end_of_term: true })
  expect(ending.subscription).toMatchObject({ status: 'in_trial', cancelled_at: start + 14 * day })
  await site.moveTo(start + 40 * day)
  expect((await site.client.subscription.retrieve(subscription.id)).subscription.status).toBe('cancelled')
  expect((await site.client.invoice.list({})).list).toEqual([])
})

test('a cancelled subscription can be reactivated, and not changed', async () => {
  const { subscription } = await subscribe(site)
  const { id } = subscription
  await site.moveTo(start + 15 * day)
  const cancelled = await site.client.subscription.cancelForItems(id, {
    end_of_term: false,
    credit_option_for_current_term_charges: 'prorate',
  })
  expect(cancelled.subscription).toMatchObject({ status: 'cancelled', cancelled_at: start + 15 * day })
  expect(cancelled.credit_notes).toMatchObject([{ total: 1500, reason_code: 'subscription_cancellation' }])
  expect(await refusalOf(site.client.subscription.updateForItems(id, items))).toMatchObject({
    api_error_code: 'invalid_state_for_request',
  })
  const { subscription: active, invoice } = await site.client.subscription.reactivate(id, {})
  expect(active).toMatchObject({ status: 'active', current_term_start: start + 15 * day })
  expect(invoice).toMatchObject({ total: 3000, credits_applied: 1500, amount_paid: 1500 })
})

test('items are added to those of a subscription, or replace them', async () => {
  const { subscription } = await subscribe(site)
  const { updateForItems } = site.client.subscription
  const names = async (more: object) =>
    (await updateForItems(subscription.id, more as never)).subscription.subscription_items?.map(
      (item) => item.item_price_id,
    )
  const addon = { subscription_items: [{ item_price_id: 'signature' }] }
  expect(await names(addon)).toEqual(['gold-month', 'signature'])
  expect(await names({ subscription_items: [{ item_price_id: 'platinum-month', quantity: 1 }] })).toEqual([
    'platinum-month',
    'signature',
  ])
  expect(await names({ ...items, replace_items_list: true })).toEqual(['gold-month'])
  expect(
    await refusalOf(updateForItems(subscription.id, { ...addon, replace_items_list: true })),
  ).toMatchObject({
    api_error_code: 'invalid_request',
  })
})

test('a subscription that starts later is a future one until then', async () => {
  const id = await createCustomer(site)
  const { subscription, invoice } = await site.client.subscription.createWithItems(id, {
    ...items,
    start_date: start + 5 * day,
  })
  expect([subscription.status, invoice]).toEqual(['future', undefined])
  await site.moveTo(start + 5 * day)
  expect((await site.client.subscription.retrieve(subscription.id)).subscription).toMatchObject({
    status: 'active',
    current_term_start: start + 5 * day,
  })
})

test('the current state of a customer is listed', async () => {
  const { subscription, customer } = await subscribe(site)
  await subscribe(site)
  const { list } = await site.client.subscription.list({
    customer_id: { is: customer.id },
    status: { in: ['active', 'non_renewing'] },
  })
  expect(list.map((one) => one.subscription.id)).toEqual([subscription.id])
})

test('each change of a resource raises its version', async () => {
  const { subscription } = await subscribe(site)
  const before = subscription.resource_version ?? 0
  const after = await site.client.subscription.cancelForItems(subscription.id, { end_of_term: true })
  expect(after.subscription.resource_version).toBeGreaterThan(before)
})
