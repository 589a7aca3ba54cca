import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, openSite, refusalOf } from './chargebee.fixture.ts'
import type { TestSite } from './chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

test('the plans are listed with their prices', async () => {
  const { list } = await site.client.itemPrice.list({
    item_type: { is: 'plan' },
    currency_code: { is: 'CHF' },
    period_unit: { is: 'month' },
    'sort_by[asc]': 'updated_at',
  })
  expect(list.map((one) => one.item_price)).toMatchObject([
    { id: 'silver-month', price: 1500, pricing_model: 'per_unit', period: 1, item_id: 'silver' },
    { id: 'gold-month', price: 3000, currency_code: 'CHF', status: 'active' },
    { id: 'platinum-month' },
  ])
  const { item_price: price } = await site.client.itemPrice.retrieve('gold-month-eur')
  expect(price).toMatchObject({ currency_code: 'EUR', price: 2900, item_type: 'plan' })
  const { item } = await site.client.item.retrieve('signatures')
  expect(item).toMatchObject({ metered: true, usage_calculation: 'sum_of_usages', type: 'addon' })
  expect((await site.client.itemFamily.list()).list).toMatchObject([{ item_family: { id: 'countersign' } }])
})

test('a customer is created, changed and read again', async () => {
  const { customer } = await site.client.customer.create({
    id: 'business-1',
    company: 'Muster AG',
    email: 'anna@example.com',
    billing_address: { line1: 'Bahnhofstrasse 1', city: 'Zürich', country: 'CH' },
    meta_data: { business: '1' },
  })
  expect(customer).toMatchObject({
    id: 'business-1',
    card_status: 'no_card',
    billing_address: { city: 'Zürich' },
    meta_data: { business: '1' },
  })
  await site.client.customer.update('business-1', { company: 'Beispiel AG' })
  const { customer: read } = await site.client.customer.retrieve('business-1')
  expect(read).toMatchObject({ company: 'Beispiel AG', email: 'anna@example.com' })
  expect(read.resource_version).toBeGreaterThan(customer.resource_version ?? 0)
})

test('a VAT number has the format of its country', async () => {
  await site.client.customer.create({ id: 'c1' })
  const set = (vat: string, country: string) =>
    site.client.customer.updateBillingInfo('c1', {
      vat_number: vat,
      billing_address: { line1: 'Teststrasse 1', country },
    })
  const { customer } = await set('CHE-123.456.788 MWST', 'CH')
  expect(customer).toMatchObject({ vat_number: 'CHE-123.456.788 MWST', vat_number_status: 'valid' })
  expect((await set('DE136695976', 'DE')).customer.vat_number_status).toBe('valid')
  expect(await refusalOf(set('CHE-12', 'CH'))).toMatchObject({
    http_status_code: 400,
    api_error_code: 'param_wrong_value',
    param: 'vat_number',
  })
  expect((await site.client.customer.retrieve('c1')).customer.vat_number).toBe('DE136695976')
})

test('a card is added as it is accepted, and another one takes its place', async () => {
  await site.client.customer.create({ id: 'c1' })
  const add = (number: string) =>
    site.client.paymentSource.createCard({
      customer_id: 'c1',
      replace_primary_payment_source: true,
      card: { number, expiry_month: 12, expiry_year: 2030 },
    })
  expect(await refusalOf(add('4000000000000002'))).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_method_verification_failed',
  })
  const { payment_source: first } = await add('4111 1111 1111 1111')
  const { customer } = await site.client.customer.retrieve('c1')
  expect(customer).toMatchObject({ primary_payment_source_id: first.id, card_status: 'valid' })
  const { payment_source: second } = await add('4242424242424242')
  expect(second.card).toMatchObject({ last4: '4242' })
  const { list } = await site.client.paymentSource.list({ customer_id: { is: 'c1' } })
  expect(list.map((one) => one.payment_source.id)).toEqual([second.id])
  await site.client.paymentSource.delete(second.id)
  expect((await site.client.customer.retrieve('c1')).customer.card_status).toBe('no_card')
})
