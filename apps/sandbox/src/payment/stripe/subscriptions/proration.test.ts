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

const price = (key: string) => ids[key] ?? ''
const half = start + 15 * day

async function subscribe(key = 'silver-month', quantity = 1, more: object = {}) {
  const customer = await createCustomer(account)
  const made = await account.client.subscriptions.create({
    customer,
    items: [{ price: price(key), quantity }],
    ...more,
  })
  return { customer, id: made.id, item: made.items.data[0]?.id ?? '' }
}
const invoices = async (customer: string) => (await account.client.invoices.list({ customer })).data

test('an upgrade from 10 to 20 in the middle of the period costs 5 more', async () => {
  const { customer, id, item } = await subscribe()
  await account.moveTo(half)
  const items = [{ id: item, price: price('gold-month') }]
  const asked = { items, proration_behavior: 'always_invoice', proration_date: half } as const
  const preview = await account.client.invoices.createPreview({
    subscription: id,
    subscription_details: asked,
  })
  expect(preview.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
    [-500, 'Unused time on silver after 16 Apr 2026'],
    [1000, 'Remaining time on gold after 16 Apr 2026'],
  ])
  expect(preview.lines.data[0]?.parent?.subscription_item_details).toMatchObject({
    proration: true,
    subscription_item: item,
    proration_details: { credited_items: { invoice: expect.stringMatching(/^in_/) } },
  })
  expect(await invoices(customer)).toHaveLength(1)
  await account.client.subscriptions.update(id, asked)
  expect((await invoices(customer))[0]).toMatchObject({
    total: 500,
    amount_paid: 500,
    status: 'paid',
    billing_reason: 'subscription_update',
  })
})

test('without an invoice at once the proration is on the next one', async () => {
  const { customer, id, item } = await subscribe()
  await account.moveTo(half)
  await account.client.subscriptions.update(id, { items: [{ id: item, price: price('gold-month') }] })
  expect(await invoices(customer)).toHaveLength(1)
  await account.moveTo(start + 30 * day + 3600)
  expect((await invoices(customer))[0]).toMatchObject({ total: 2500, billing_reason: 'subscription_cycle' })
})

test('prorations are to the second, and none are made where the call says so', async () => {
  const { id, item, customer } = await subscribe('silver-month', 10)
  await account.moveTo(start + 1)
  const preview = await account.client.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: item, quantity: 11 }],
      proration_behavior: 'always_invoice',
      proration_date: start + 20 * day,
    },
  })
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-3333, 3667])
  await account.client.subscriptions.update(id, {
    items: [{ id: item, quantity: 4 }],
    proration_behavior: 'none',
  })
  expect(await invoices(customer)).toHaveLength(1)
})

test('a credit is for what was debited, whatever the quantity is by then', async () => {
  const { id, item, customer } = await subscribe('silver-month', 10)
  const change = (quantity: number, behavior: 'none' | 'always_invoice') =>
    account.client.subscriptions.update(id, { items: [{ id: item, quantity }], proration_behavior: behavior })
  await change(4, 'none')
  await account.moveTo(half)
  await change(12, 'always_invoice')
  const [last] = await invoices(customer)
  expect(last?.lines.data.map(({ amount, quantity }) => [amount, quantity])).toEqual([
    [-5000, 10],
    [6000, 12],
  ])
})

test('a downgrade is credited to the balance, which pays for the next invoice', async () => {
  const { id, item, customer } = await subscribe('gold-month', 2)
  await account.moveTo(half)
  await account.client.subscriptions.update(id, {
    items: [{ id: item, price: price('silver-month'), quantity: 1 }],
    proration_behavior: 'always_invoice',
  })
  expect((await invoices(customer))[0]).toMatchObject({ total: -1500, amount_due: 0, status: 'paid' })
  expect(await account.client.customers.retrieve(customer)).toMatchObject({ balance: -1500 })
  await account.moveTo(start + 30 * day + 3600)
  const [renewal] = await invoices(customer)
  expect(renewal).toMatchObject({ total: 1000, starting_balance: -1500, ending_balance: -500, amount_due: 0 })
})

test('another interval keeps the anchor, unless the call asks for a new one', async () => {
  const [kept, moved] = [await subscribe('gold-month'), await subscribe('gold-month')]
  await account.moveTo(half)
  const change = (subscription: typeof kept, more: object) =>
    account.client.subscriptions.update(subscription.id, {
      items: [{ id: subscription.item, price: price('gold-year') }],
      proration_behavior: 'always_invoice',
      ...more,
    })
  const year = (await change(kept, {})).items.data[0]
  expect([year?.current_period_start, year?.current_period_end]).toEqual([start, start + 365 * day])
  expect((await invoices(kept.customer))[0]?.total).toBe(Math.round((20_000 * 350) / 365) - 1000)
  const fresh = (await change(moved, { billing_cycle_anchor: { type: 'now' } })).items.data[0]
  expect([fresh?.current_period_start, fresh?.current_period_end]).toEqual([half, half + 365 * day])
  expect((await invoices(moved.customer))[0]?.total).toBe(20_000 - 1000)
})

test('a lasting discount is in the amount of a proration, and one for an invoice in that invoice alone', async () => {
  const { client } = account
  const coupon = await client.coupons.create({ percent_off: 50, duration: 'forever' })
  const once = await client.coupons.create({ amount_off: 300, currency: 'chf', duration: 'once' })
  const discounts = [{ coupon: coupon.id }, { coupon: once.id }]
  const { id, item, customer } = await subscribe('silver-month', 2, { discounts })
  expect((await invoices(customer))[0]).toMatchObject({ subtotal: 2000, total: 700 })
  expect((await client.subscriptions.retrieve(id)).discounts).toHaveLength(1)
  await account.moveTo(half)
  const items = [{ id: item, quantity: 4 }]
  await client.subscriptions.update(id, { items, proration_behavior: 'always_invoice' })
  const [last] = await invoices(customer)
  expect(last?.lines.data.map(({ amount, discountable }) => [amount, discountable])).toEqual([
    [-350, false],
    [1000, false],
  ])
})

test('a new anchor is an object since 2026-09-30.endive', async () => {
  const { id } = await subscribe()
  const { apiUrl, secretKey } = account.settings
  const answer = await fetch(`${apiUrl}/v1/subscriptions/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ billing_cycle_anchor: 'now' }),
  })
  expect(answer.status).toBe(400)
})

test('a price without a quantity is one of it, and what does not go together is refused', async () => {
  const { id, item } = await subscribe('silver-month', 3)
  const changed = await account.client.subscriptions.update(id, {
    items: [{ id: item, price: price('gold-month') }],
  })
  expect(changed.items.data[0]?.quantity).toBe(1)
  const euros = { items: [{ id: item, price: price('gold-month-eur') }] }
  expect(await refusalOf(account.client.subscriptions.update(id, euros))).toMatchObject({ statusCode: 400 })
  const outside = { items: [{ id: item, quantity: 9 }], proration_date: start - 1 }
  expect(await refusalOf(account.client.subscriptions.update(id, outside))).toMatchObject({
    param: 'proration_date',
  })
})
