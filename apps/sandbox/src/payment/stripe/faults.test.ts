import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openAccount, refusalOf, start } from './stripe.fixture.ts'
import type { TestAccount } from './stripe.fixture.ts'

let account: TestAccount

beforeEach(async () => {
  account = await openAccount({ timeout: 500 })
})
afterEach(() => account.close())

const create = (name: string, key?: string) =>
  account.client.customers.create({ name }, key ? { idempotencyKey: key } : {})
const names = async () => (await account.client.customers.list()).data.map(({ name }) => name)

test.each([
  ['lock_timeout', 409, 'invalid_request_error', 'lock_timeout'],
  ['rate_limited', 429, 'invalid_request_error', 'rate_limit'],
  ['status_503', 503, 'api_error', undefined],
] as const)('%s is answered with %i, and nothing happens', async (kind, statusCode, rawType, code) => {
  account.fail(kind)
  expect(await refusalOf(create('Anna', 'job-1'))).toMatchObject({ statusCode, rawType, code })
  expect(await names()).toEqual([])
  await create('Anna', 'job-1')
  expect(await names()).toEqual(['Anna'])
})

test('a failure of a call that had begun is kept under its key, and another key begins again', async () => {
  account.fail('internal_error')
  const failed = { statusCode: 500, rawType: 'api_error' }
  const first = await refusalOf(create('Anna', 'job-1'))
  expect(first).toMatchObject(failed)
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  const again = await refusalOf(create('Anna', 'job-1'))
  expect(again).toMatchObject({ ...failed, headers: { 'idempotent-replayed': 'true' } })
  expect(await names()).toEqual([])
  await create('Anna', 'job-2')
  expect(await names()).toEqual(['Anna'])
})

test('a call that times out may have had its effect, or not', async () => {
  account.fail('timeout')
  expect((await refusalOf(create('Anna'))).type).toBe('StripeConnectionError')
  expect(await names()).toEqual([])
  account.fail('timeout_after_effect')
  expect((await refusalOf(create('Anna'))).type).toBe('StripeConnectionError')
  expect(await names()).toEqual(['Anna'])
})

test('a connection that is dropped, and an answer that is no JSON', async () => {
  // The package tries once more where a connection is dropped.
  account.fail('refused', 2)
  expect((await refusalOf(create('Anna'))).type).toBe('StripeConnectionError')
  account.fail('broken_json')
  expect((await refusalOf(create('Bruno'))).type).toBe('StripeAPIError')
  expect(await names()).toEqual(['Bruno'])
})

test('a key of idempotency answers the same request again, and no other', async () => {
  account.fail('timeout_after_effect')
  await refusalOf(create('Anna', 'job-1'))
  const again = await create('Anna', 'job-1')
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await names()).toEqual(['Anna'])
  expect(await refusalOf(create('Bruno', 'job-1'))).toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
  })
  const elsewhere = account.client.products.create({ name: 'Anna' }, { idempotencyKey: 'job-1' })
  expect(await refusalOf(elsewhere)).toMatchObject({ rawType: 'idempotency_error' })
  await account.moveTo(start + day + 1)
  expect((await create('Anna', 'job-1')).id).not.toBe(again.id)
})

test('a charge that was declined is declined again by the same key, a wrong parameter is not kept', async () => {
  const ids = await createCatalog(account)
  const customer = await createCustomer(account)
  const key = { idempotencyKey: 'order-1' }
  const subscribe = (quantity: number) =>
    account.client.subscriptions.create(
      {
        customer,
        items: [{ price: ids['gold-month'] ?? '', quantity }],
        payment_behavior: 'error_if_incomplete',
      },
      key,
    )
  expect(await refusalOf(subscribe(-1))).toMatchObject({ statusCode: 400 })
  account.fail('card_declined')
  const declined = { statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' }
  expect(await refusalOf(subscribe(1))).toMatchObject(declined)
  expect(await refusalOf(subscribe(1))).toMatchObject(declined)
})

test('an unknown parameter, version, object or address is refused', async () => {
  const { apiUrl, secretKey } = account.settings
  const ask = async (path: string, body?: string, version = '2026-10-28.endive') => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': version,
    }
    const form = body === undefined ? undefined : new URLSearchParams(body)
    const answer = await fetch(`${apiUrl}/v1${path}`, {
      ...(form && { method: 'POST', body: form }),
      headers,
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const wrong = (param: string) => ({ status: 400, error: { code: 'parameter_unknown', param } })
  expect(await ask('/customers', 'nickname=A')).toMatchObject(wrong('nickname'))
  expect(await ask('/customers', 'address[street]=A')).toMatchObject(wrong('address[street]'))
  expect(await ask('/subscriptions', 'items[0][coupon]=A')).toMatchObject(wrong('items[0][coupon]'))
  expect(await ask('/customers', undefined, '2020-01-01')).toMatchObject({ status: 400 })
  expect(await ask('/customers/cus_1')).toMatchObject({ status: 404, error: { code: 'resource_missing' } })
  expect(await ask('/charges')).toMatchObject({ status: 404 })
  const types = 'payment_method_types[0]=card'
  expect(await ask('/setup_intents', types)).toMatchObject({
    error: { code: 'payment_method_types_no_longer_supported' },
  })
  const basic = { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` }
  expect((await fetch(`${apiUrl}/v1/customers`, { headers: basic })).status).toBe(200)
  expect((await fetch(`${apiUrl}/v1/customers`)).status).toBe(401)
})
