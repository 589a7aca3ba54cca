import { request } from 'node:http'
import * as requests from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

test('anyone who is not signed in is refused before the body is read', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const asking = request(`${api.url}/v3/signature-requests/${crypto.randomUUID()}/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 30 * 1024 * 1024 },
  })
  asking.on('response', (response) => resolve(response.statusCode)).on('error', reject)
  asking.write('{"name":"never finished')
  expect(await promise).toBe(401)
  asking.destroy()
})

test('many wrong links from one address are slowed; a right one opens all the same', async () => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const wrong = `Basic ${Buffer.from(`wrong:${id}`).toString('base64')}`
  const statuses: number[] = []
  for (let tries = 0; tries < 35; tries += 1)
    statuses.push((await api.ask(requests.getDirectSignatureRequest, { params: { id } }, wrong)).status)
  expect([...new Set(statuses)]).toEqual([401, 429])
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  expect(await api.ask(requests.getDirectSignatureRequest, { params: { id } }, as)).toMatchObject({
    status: 200,
  })
})

test('what is kept for an Idempotency-Key gives away neither what was sent nor what was answered', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { title: 'Nobody else reads this' }
  const first = await api.call(requests.createSignatureRequest, { body }, ben.as, headers)
  expect(await api.call(requests.createSignatureRequest, { body }, ben.as, headers)).toEqual(first)
  const { rows } = await api.context.pool.query<{ kept: string }>(
    'SELECT json_agg(k)::text AS kept FROM idempotency_keys k',
  )
  expect(rows[0]?.kept).not.toContain(body.title)
  // Of what was answered only its id can be read, by which a retry finds it.
  expect(rows[0]?.kept).not.toContain(ben.email)
  expect(JSON.stringify(first)).toContain(ben.email)
  const deep = await fetch(`${api.url}${requests.createSignatureRequest.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: ben.as, ...headers },
    body: `{"title":"Another","documents":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
  })
  expect(deep.status).toBe(400)
})

test('connections cut in the middle: a call says that the service is away, and the next ones are answered', async () => {
  const client = new pg.Client(api.connection)
  await client.connect()
  const seen = new Set<number>()
  for (let round = 0; round < 5; round += 1) {
    const asking = Array.from({ length: 10 }, () => api.ask(requests.listSignatureRequests, {}, ben.as))
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    for (const reply of await Promise.all(asking)) seen.add(reply.status)
  }
  await client.end()
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(async () => (await api.ask(requests.listSignatureRequests, {}, ben.as)).status).toBe(200)
})

test('behind one proxy its word on the address counts, not what the caller claims before it', async () => {
  const behind = await startTestApi({ environment: { TRUST_PROXY: '1' } })
  try {
    const sender = await behind.person({ firstName: 'Ben' })
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    const { id } = await behind.call(
      requests.createSignatureRequest,
      { body: { title: 'From where' } },
      sender.as,
      headers,
    )
    const { items } = await behind.call(requests.getEvents, { params: { id } }, sender.as)
    expect(items[0]?.actor.address).toBe('198.51.100.7')
  } finally {
    await behind.stop()
  }
})
