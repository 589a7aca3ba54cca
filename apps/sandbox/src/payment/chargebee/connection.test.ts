import Chargebee from 'chargebee'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSite, refusalOf } from './chargebee.fixture.ts'
import type { TestSite } from './chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
})
afterEach(() => site.close())

// These options work but are not documented: a version of the package without them has to fail here first.
test('the official package reaches another host with hostSuffix, protocol and port', async () => {
  const { port, settings } = site
  const client = new Chargebee({
    site: settings.site,
    apiKey: settings.apiKey,
    hostSuffix: '',
    protocol: 'http',
    port,
  })
  const { customer, httpStatusCode } = await client.customer.create({ email: 'a@example.com' })
  expect(httpStatusCode).toBe(200)
  expect(settings.apiUrl).toBe(`http://${settings.site}:${port}`)
  const raw = await fetch(`${settings.apiUrl}/api/v2/customers/${customer.id}`, {
    headers: { authorization: `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}` },
  })
  expect(await raw.json()).toMatchObject({ customer: { id: customer.id, object: 'customer' } })
})

test('another API key is refused', async () => {
  const client = new Chargebee({
    site: site.settings.site,
    apiKey: 'test_another',
    hostSuffix: '',
    protocol: 'http',
    port: site.port,
  })
  expect(await refusalOf(client.customer.list())).toMatchObject({
    http_status_code: 401,
    api_error_code: 'api_authentication_failed',
  })
})

test('errors name their type, their code and the parameter', async () => {
  const { client } = site
  expect(await refusalOf(client.customer.retrieve('nobody'))).toMatchObject({
    http_status_code: 404,
    type: 'invalid_request',
    api_error_code: 'resource_not_found',
    message: 'nobody not found',
  })
  await client.customer.create({ id: 'c1' })
  expect(await refusalOf(client.customer.create({ id: 'c1' }))).toMatchObject({
    http_status_code: 400,
    api_error_code: 'duplicate_entry',
    param: 'id',
  })
  expect(await refusalOf(client.itemFamily.create({ id: '', name: 'x' }))).toMatchObject({
    api_error_code: 'param_wrong_value',
    param: 'id',
  })
})

test('a list is filtered, sorted and paged', async () => {
  const { client } = site
  for (const id of ['c1', 'c2', 'c3'])
    await client.customer.create({ id, email: id === 'c2' ? 'b@example.com' : 'a@example.com' })
  const first = await client.customer.list({ limit: 2 })
  expect(first.list.map((one) => one.customer.id)).toEqual(['c3', 'c2'])
  const next = await client.customer.list({ limit: 2, offset: first.next_offset })
  expect(next.list.map((one) => one.customer.id)).toEqual(['c1'])
  expect(next.next_offset).toBeUndefined()
  const filtered = await client.customer.list({ email: { is: 'b@example.com' } })
  expect(filtered.list.map((one) => one.customer.id)).toEqual(['c2'])
  const some = await client.customer.list({ id: { in: ['c1', 'c3'] }, 'sort_by[asc]': 'created_at' })
  expect(some.list.map((one) => one.customer.id)).toEqual(['c1', 'c3'])
})
