import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openAccount, refusalOf, start } from './stripe.fixture.ts'
import type { TestAccount } from './stripe.fixture.ts'

let account: TestAccount
let ids: Record<string, string>

beforeEach(async () => {
  account = await openAccount()
  ids = await createCatalog(account)
})
afterEach(() => account.close())

test('prices are found by their lookup keys, and a key can move to another price', async () => {
  const { client } = account
  const read = async () =>
    (await client.prices.list({ lookup_keys: ['silver-month'], expand: ['data.product'] })).data
  expect(await read()).toMatchObject([{ id: ids['silver-month'], product: { name: 'silver' } }])
  const other = {
    currency: 'chf',
    unit_amount: 1200,
    product: 'prod_silver',
    recurring: { interval: 'month' },
    lookup_key: 'silver-month',
  } as const
  expect(await refusalOf(client.prices.create(other))).toMatchObject({ param: 'lookup_key' })
  const moved = await client.prices.create({ ...other, transfer_lookup_key: true })
  expect(await read()).toMatchObject([{ id: moved.id, unit_amount: 1200 }])
  expect(await client.prices.retrieve(ids['silver-month'] ?? '')).toMatchObject({ lookup_key: null })
  const recurring = { interval: 'month', usage_type: 'metered' } as const
  const unmetered = { ...other, lookup_key: 'other', recurring }
  expect(await refusalOf(client.prices.create(unmetered))).toMatchObject({ param: 'recurring[meter]' })
})

test('lists come in pages, the newest first, forward and back', async () => {
  const { client } = account
  for (const name of ['a', 'b', 'c', 'd', 'e']) await client.customers.create({ name })
  const first = await client.customers.list({ limit: 2 })
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['e', 'd'], true])
  const after = first.data[1]?.id ?? ''
  const second = await client.customers.list({ limit: 3, starting_after: after })
  expect([second.data.map(({ name }) => name), second.has_more]).toEqual([['c', 'b', 'a'], false])
  const back = await client.customers.list({ limit: 2, ending_before: second.data[0]?.id ?? '' })
  expect(back.data.map(({ name }) => name)).toEqual(['e', 'd'])
  expect(await refusalOf(client.customers.list({ starting_after: 'cus_1' }))).toMatchObject({
    statusCode: 400,
  })
  expect((await client.customers.list({ created: { gt: start } })).data).toEqual([])
})

test.each([
  ['eu_vat', 'ATU12345678', 'AT', 'pending'],
  ['eu_vat', 'DE000000000', 'DE', 'verified'],
  ['gb_vat', 'GB111111111', 'GB', 'unverified'],
  ['ch_vat', 'CHE-123.456.789 MWST', 'CH', 'unverified'],
] as const)('tax ID %s %s is of %s and %s', async (type, value, country, status) => {
  const { id } = await account.client.customers.create({ tax_id_data: [{ type, value }] })
  const { data } = await account.client.customers.listTaxIds(id)
  expect(data).toMatchObject([{ type, value, country, verification: { status } }])
  await account.client.customers.deleteTaxId(id, data[0]?.id ?? '')
  const customer = await account.client.customers.retrieve(id, { expand: ['tax_ids'] })
  expect(customer).toMatchObject({ tax_ids: { data: [] } })
})

test('a tax ID of another form makes no customer', async () => {
  const asked = { email: 'a@example.com', tax_id_data: [{ type: 'eu_vat', value: 'ATU1' }] } as const
  const made = account.client.customers.create({ ...asked, tax_id_data: [...asked.tax_id_data] })
  expect(await refusalOf(made)).toMatchObject({ code: 'tax_id_invalid' })
  expect((await account.client.customers.list({ email: 'a@example.com' })).data).toEqual([])
})

test('a promotion code is redeemed as often as it says, until it expires', async () => {
  const { client } = account
  const coupon = await client.coupons.create({
    percent_off: 25,
    duration: 'once',
    applies_to: { products: ['prod_gold'] },
  })
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  const code = await client.promotionCodes.create({
    code: 'SPRING',
    promotion,
    max_redemptions: 1,
    expires_at: start + day,
  })
  const subscribe = async (key: string) =>
    client.subscriptions.create({
      customer: await createCustomer(account),
      items: [{ price: ids[key] ?? '' }],
      discounts: [{ promotion_code: code.id }],
      expand: ['latest_invoice', 'discounts'],
    })
  const expand = ['data.promotion.coupon.applies_to']
  const found = await client.promotionCodes.list({ code: 'spring', active: true, expand })
  expect(found.data).toMatchObject([{ promotion: { coupon: { applies_to: { products: ['prod_gold'] } } } }])
  expect(await subscribe('gold-month')).toMatchObject({
    latest_invoice: { total: 1500, total_discount_amounts: [{ amount: 500 }] },
    discounts: [],
  })
  expect(await refusalOf(subscribe('gold-month'))).toMatchObject({ code: 'promotion_code_expired' })
  expect(await client.promotionCodes.retrieve(code.id)).toMatchObject({ active: false, times_redeemed: 1 })
})

test('a coupon for another product takes nothing off, and one for new customers is not for others', async () => {
  const { client } = account
  const customer = await createCustomer(account)
  const coupon = await client.coupons.create({ percent_off: 10, applies_to: { products: ['prod_gold'] } })
  const items = [{ price: ids['silver-month'] ?? '' }]
  const discounts = [{ coupon: coupon.id }]
  const made = await client.subscriptions.create({ customer, items, discounts, expand: ['latest_invoice'] })
  expect(made.latest_invoice).toMatchObject({ total: 1000 })
  const restrictions = { first_time_transaction: true }
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  const code = await client.promotionCodes.create({ promotion, restrictions })
  const second = client.subscriptions.create({ customer, items, discounts: [{ promotion_code: code.id }] })
  expect(await refusalOf(second)).toMatchObject({ code: 'promotion_code_customer_not_first_time' })
})

test('a preview for a new subscription is what the first invoice will be, also without a customer', async () => {
  const items = [{ price: ids['gold-year'] ?? '', quantity: 3 }]
  const preview = await account.client.invoices.createPreview({ subscription_details: { items } })
  expect(preview).toMatchObject({ total: 60_000, amount_due: 60_000, customer: null, status: 'draft' })
  const [line] = preview.lines.data
  expect(line?.period).toEqual({ start, end: start + 365 * day })
  expect((await account.client.invoices.list()).data).toEqual([])
})

test('canceling at once bills what is left, credits the rest of the period, or does neither', async () => {
  const { client } = account
  const subscribe = async () => {
    const customer = await createCustomer(account)
    const items = [{ price: ids['gold-month'] ?? '' }, { price: ids['signature'] ?? '' }]
    const { id } = await client.subscriptions.create({ customer, items })
    const payload = { stripe_customer_id: customer, value: '2' }
    await client.billing.meterEvents.create({ event_name: 'signature', payload, timestamp: start })
    return { customer, id }
  }
  const [plain, billed] = [await subscribe(), await subscribe()]
  await account.moveTo(start + 15 * day)
  expect(await client.subscriptions.cancel(plain.id)).toMatchObject({ status: 'canceled' })
  expect((await client.invoices.list({ customer: plain.customer })).data).toHaveLength(1)
  await client.subscriptions.cancel(billed.id, { invoice_now: true, prorate: true })
  const [last] = (await client.invoices.list({ customer: billed.customer })).data
  expect(last?.lines.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-1000, 500])
  expect(await refusalOf(client.subscriptions.cancel(plain.id))).toMatchObject({ code: 'resource_missing' })
})
