import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openSite, refusalOf, start } from '../chargebee.fixture.ts'
import type { TestSite } from '../chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

const subscribeWithUsage = async () => {
  const id = await createCustomer(site)
  const { subscription } = await site.client.subscription.createWithItems(id, {
    subscription_items: [{ item_price_id: 'gold-month', quantity: 1 }, { item_price_id: 'signature' }],
  })
  return subscription.id
}
const use = (subscriptionId: string, id: string, quantity = '1', more: object = {}) =>
  site.client.usage.create(subscriptionId, {
    id,
    item_price_id: 'signature',
    quantity,
    usage_date: start + day,
    ...more,
  })

test('usages are charged with the renewal, once', async () => {
  const id = await subscribeWithUsage()
  const [first] = (await site.client.invoice.list({})).list
  expect(first?.invoice.line_items).toMatchObject([{ entity_id: 'gold-month' }])
  const { usage } = await use(id, 'evidence-1')
  expect(usage).toMatchObject({ id: 'evidence-1', quantity: '1', subscription_id: id })
  await use(id, 'evidence-2', '2', { usage_date: start + day + 1 })
  const { subscription } = await site.client.subscription.retrieve(id)
  expect(subscription.subscription_items).toMatchObject([{}, { metered_quantity: '3' }])
  await site.moveTo(start + 61 * day)
  const { list } = await site.client.invoice.list({ 'sort_by[asc]': 'date' })
  expect(list.map((one) => one.invoice.total)).toEqual([3000, 3750, 3000])
  const { list: used } = await site.client.usage.list({ subscription_id: { is: id } })
  expect(used.map((one) => one.usage.invoice_id)).toEqual(['2', '2'])
})

test('an id is taken once, however often it is sent', async () => {
  const id = await subscribeWithUsage()
  await use(id, 'evidence-1')
  expect(await refusalOf(use(id, 'evidence-1'))).toMatchObject({
    http_status_code: 400,
    api_error_code: 'duplicate_entry',
  })
  expect((await use(id, 'evidence-1', '5', { dedupe_option: 'skip' })).usage.quantity).toBe('1')
  expect((await use(id, 'evidence-1', '5', { dedupe_option: 'update_existing' })).usage.quantity).toBe('5')
  expect((await site.client.usage.list({})).list).toHaveLength(1)
})

test('of an item there is one usage at a time, whatever its id', async () => {
  const id = await subscribeWithUsage()
  await use(id, 'evidence-1')
  expect(await refusalOf(use(id, 'evidence-2'))).toMatchObject({
    api_error_code: 'duplicate_entry',
    param: 'usage_date',
  })
  await use(id, 'evidence-2', '1', { usage_date: start + day + 1 })
  expect((await site.client.usage.list({})).list).toHaveLength(2)
})

test('a usage belongs to a metered item of the subscription', async () => {
  const id = await subscribeWithUsage()
  expect(await refusalOf(use(id, 'evidence-1', '1', { item_price_id: 'gold-month' }))).toMatchObject({
    api_error_code: 'invalid_request',
  })
  expect(await refusalOf(use(id, 'evidence-1', 'many'))).toMatchObject({ param: 'quantity' })
  expect(await refusalOf(use('nobody', 'evidence-1'))).toMatchObject({ api_error_code: 'resource_not_found' })
})

test('what was used until a cancellation at the end of the term is invoiced', async () => {
  const id = await subscribeWithUsage()
  await use(id, 'evidence-1', '4')
  await site.client.subscription.cancelForItems(id, { end_of_term: true })
  await site.moveTo(start + 30 * day)
  const { list } = await site.client.invoice.list({ limit: 1 })
  expect(list[0]?.invoice).toMatchObject({ total: 1000, status: 'paid' })
})
