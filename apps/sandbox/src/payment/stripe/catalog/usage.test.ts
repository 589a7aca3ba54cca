import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openAccount, refusalOf, start } from '../stripe.fixture.ts'
import type { TestAccount } from '../stripe.fixture.ts'

let account: TestAccount
let ids: Record<string, string>

beforeEach(async () => {
  account = await openAccount()
  ids = await createCatalog(account)
})
afterEach(() => account.close())

const use = (customer: string, value: string, more: { identifier?: string; timestamp?: number } = {}) =>
  account.client.billing.meterEvents.create({
    event_name: 'signature',
    payload: { stripe_customer_id: customer, value },
    timestamp: account.now(),
    ...more,
  })

test('an identifier counts once in 24 hours', async () => {
  const customer = await createCustomer(account)
  await use(customer, '1', { identifier: 'one' })
  const again = await refusalOf(use(customer, '1', { identifier: 'one' }))
  expect(again).toMatchObject({ statusCode: 400, code: 'resource_already_exists' })
  await account.moveTo(start + day + 1)
  expect(await use(customer, '1', { identifier: 'one' })).toMatchObject({ identifier: 'one' })
})

test('a summary is what a customer used of a meter in whole minutes', async () => {
  const [customer, other] = [await createCustomer(account), await createCustomer(account)]
  const minute = start - (start % 60)
  for (const [by, timestamp] of [
    [customer, minute],
    [customer, minute + 59],
    [customer, minute + 60],
    [other, minute],
  ] as const)
    await use(by, '2', { timestamp })
  const meter = ids['meter'] ?? ''
  const between = (start_time: number, end_time: number) =>
    account.client.billing.meters.listEventSummaries(meter, { customer, start_time, end_time })
  expect((await between(minute, minute + 60)).data).toMatchObject([{ meter, aggregated_value: 4 }])
  expect((await between(minute - 60, minute)).data).toMatchObject([{ aggregated_value: 0 }])
  const unaligned = await refusalOf(between(minute, minute + 61))
  expect(unaligned).toMatchObject({ statusCode: 400, param: 'end_time' })
})

test('the time of use is within the past 35 days and 5 minutes to come', async () => {
  const customer = await createCustomer(account)
  const codeAt = async (timestamp: number) => (await refusalOf(use(customer, '1', { timestamp }))).code
  expect(await codeAt(start - 35 * day - 1)).toBe('timestamp_too_far_in_past')
  expect(await codeAt(start + 301)).toBe('timestamp_in_future')
  await use(customer, '1', { timestamp: start - 35 * day })
  await use(customer, '1', { timestamp: start + 300 })
})

test('use of an unknown meter, by an unknown customer or of no number is refused', async () => {
  const customer = await createCustomer(account)
  const { meterEvents } = account.client.billing
  const payload = { stripe_customer_id: customer, value: '1' }
  expect(await refusalOf(meterEvents.create({ event_name: 'seal', payload }))).toMatchObject({
    param: 'event_name',
  })
  expect(await refusalOf(use('cus_1', '1'))).toMatchObject({ param: 'payload[stripe_customer_id]' })
  expect(await refusalOf(use(customer, 'many'))).toMatchObject({ param: 'payload[value]' })
})

test('what was used at the price before is charged at that price', async () => {
  const { client } = account
  const customer = await createCustomer(account)
  const recurring = { interval: 'month', usage_type: 'metered', meter: ids['meter'] ?? '' } as const
  const raised = { currency: 'chf', unit_amount: 400, product: 'prod_signatures', recurring } as const
  const { id: dearer } = await client.prices.create(raised)
  const items = [{ price: ids['gold-month'] ?? '' }, { price: ids['signature'] ?? '' }]
  const subscription = await client.subscriptions.create({ customer, items })
  await use(customer, '10')
  await account.moveTo(start + 15 * day)
  const item = subscription.items.data[1]?.id ?? ''
  await client.subscriptions.update(subscription.id, { items: [{ id: item, price: dearer }] })
  await use(customer, '5')
  await account.moveTo(start + 30 * day + 3600)
  const [invoice] = (await client.invoices.list({ customer })).data
  const usage = invoice?.lines.data.filter(({ description }) => description?.includes('signatures'))
  expect(usage?.map(({ amount, quantity }) => [quantity, amount])).toEqual([
    [10, 2500],
    [5, 2000],
  ])
})

test('less than the least amount a card is charged is left for the next invoice', async () => {
  const { client } = account
  const recurring = { interval: 'month', usage_type: 'metered', meter: ids['meter'] ?? '' } as const
  const cheap = { currency: 'chf', unit_amount: 30, product: 'prod_signatures', recurring } as const
  const { id: price } = await client.prices.create(cheap)
  const customer = await createCustomer(account)
  const items = [{ price: ids['gold-year'] ?? '' }, { price }]
  await client.subscriptions.create({ customer, items })
  const next = async (until: number) => {
    await use(customer, '1')
    await account.moveTo(start + until * day + 3600)
    return (await client.invoices.list({ customer })).data[0]
  }
  expect(await next(30)).toMatchObject({ total: 30, amount_due: 0, status: 'paid', ending_balance: 30 })
  expect(await next(61)).toMatchObject({ total: 30, amount_due: 60, amount_paid: 60, ending_balance: 0 })
})
