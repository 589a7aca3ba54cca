import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, openSite, refusalOf, subscribe } from './chargebee.fixture.ts'
import type { TestSite } from './chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite({ timeout: 500 })
  await createCatalog(site)
})
afterEach(() => site.close())

const create = (id: string) => site.client.customer.create({ id })

test.each([
  ['request_blocked', 409, 'operation_failed', 'request_blocked'],
  ['rate_limited', 429, 'operation_failed', 'api_request_limit_exceeded'],
  ['internal_error', 500, 'operation_failed', 'internal_error'],
  ['status_503', 503, 'operation_failed', 'internal_temporary_error'],
] as const)('%s is answered with %i, and nothing happens', async (kind, status, type, code) => {
  site.fail(kind)
  const refusal = await refusalOf(create('c1'))
  expect(refusal).toMatchObject({ http_status_code: status, type, api_error_code: code })
  expect((refusal['headers'] as Record<string, string>)['retry-after']).toBe(status === 429 ? '1' : undefined)
  expect((await create('c1')).customer.id).toBe('c1')
})

test('a call that times out may have had its effect, or not', async () => {
  site.fail('timeout')
  expect(await refusalOf(create('c1'))).toMatchObject({ http_status_code: 504 })
  expect(await refusalOf(site.client.customer.retrieve('c1'))).toMatchObject({ http_status_code: 404 })
  site.fail('timeout_after_effect')
  expect(await refusalOf(create('c1'))).toMatchObject({ http_status_code: 504 })
  expect((await site.client.customer.retrieve('c1')).customer.id).toBe('c1')
})

test('a connection that is dropped, and an answer that is no JSON', async () => {
  site.fail('refused')
  expect(await refusalOf(create('c1'))).toBeInstanceOf(Error)
  expect(await refusalOf(site.client.customer.retrieve('c1'))).toMatchObject({ http_status_code: 404 })
  site.fail('broken_json')
  expect(await refusalOf(create('c2'))).toMatchObject({
    http_status_code: 500,
    api_error_code: 'internal_error',
  })
  expect((await site.client.customer.retrieve('c2')).customer.id).toBe('c2')
})

test.each([
  ['card_declined', 'gateway.general.decline'],
  ['authentication_required', 'gateway.authentication.required'],
] as const)('%s refuses a charge that the card would allow', async (kind, cause) => {
  const { subscription } = await subscribe(site)
  site.fail(kind)
  const more = site.client.subscription.updateForItems(subscription.id, {
    subscription_items: [{ item_price_id: 'gold-month', quantity: 2 }],
  })
  expect(await refusalOf(more)).toMatchObject({
    type: 'payment',
    api_error_code: 'payment_processing_failed',
    error_cause_id: cause,
  })
})

test('a card may not be accepted as a payment method', async () => {
  site.fail('verification_failed')
  expect(await refusalOf(createCustomer(site))).toMatchObject({
    api_error_code: 'payment_method_verification_failed',
  })
})

test('a key of idempotency answers the same request once more, and no other', async () => {
  const key = { 'chargebee-idempotency-key': 'job-1' }
  site.fail('timeout_after_effect')
  await refusalOf(site.client.customer.create({ first_name: 'Anna' }, key))
  const again = await site.client.customer.create({ first_name: 'Anna' }, key)
  expect(again.isIdempotencyReplayed).toBe('true')
  expect((await site.client.customer.list({})).list).toHaveLength(1)
  expect(await refusalOf(site.client.customer.create({ first_name: 'Bruno' }, key))).toMatchObject({
    http_status_code: 400,
    api_error_code: 'invalid_request',
  })
  await site.moveTo((Date.UTC(2026, 3, 1) + 31 * 60_000) / 1000)
  const later = await site.client.customer.create({ first_name: 'Anna' }, key)
  expect([later.isIdempotencyReplayed, (await site.client.customer.list({})).list.length]).toEqual([false, 2])
})

test('a refusal is answered again, a failure of the server is not kept', async () => {
  const key = { 'chargebee-idempotency-key': 'job-2' }
  site.fail('internal_error')
  await refusalOf(site.client.customer.create({ id: 'c1' }, key))
  expect((await site.client.customer.create({ id: 'c1' }, key)).isIdempotencyReplayed).toBe(false)
  const twice = { 'chargebee-idempotency-key': 'job-3' }
  const refused = async () => (await refusalOf(site.client.customer.create({ id: 'c1' }, twice)))['headers']
  expect(await refused()).not.toHaveProperty('chargebee-idempotency-replayed')
  expect(await refused()).toHaveProperty('chargebee-idempotency-replayed', 'true')
})
