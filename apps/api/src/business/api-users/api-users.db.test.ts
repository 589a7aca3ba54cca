import * as calls from '@countersign/contract/api-users.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { loginApiUser, loginApiUserV3 } from '@countersign/contract/integration/access.ts'
import { listPaidSignatures } from '@countersign/contract/integration/activities.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { ApiScope } from '@countersign/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let id: string
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
  id = await aBusiness(api, { admins: [anna] })
})
afterAll(() => api?.stop())

const made = (scopes: ApiScope[] = ['members']) =>
  api.call(calls.createApiUser, { params: { id }, body: { description: 'Payroll', scopes } }, anna.as)

const logIn = (username: string, key: string) => api.ask(loginApiUser, { body: { username, 'api-key': key } })

/** How a program comes in. */
async function tokenOf({ username, key }: { username: string; key: string }): Promise<string> {
  const reply = await logIn(username, key)
  if (!reply.ok) throw new Error(reply.error.message)
  return `Bearer ${await reply.body.text()}`
}

const asksMembers = (as: string, of = id) =>
  api.ask(businesses.listBusinessMembers, { params: { id: of } }, as)

const listed = async (username: string) => {
  const { apiUsers } = await api.call(calls.listApiUsers, { params: { id } }, anna.as)
  return apiUsers.find((one) => one.username === username)
}

test('a key is told once and kept as a hash alone; it signs a program in, as JSON or as a form', async () => {
  const { username, key } = await made()
  expect(username).toMatch(/^api_prod_lindenhof-ag_[0-9a-f]{10}$/)
  expect(await listed(username)).toMatchObject({
    description: 'Payroll',
    scopes: ['members'],
    createdBy: { name: 'Anna Keller' },
    keyEnding: key.slice(-4),
    lastUsedAt: null,
  })
  const { rows } = await api.context.pool.query<{ kept: string }>(
    `SELECT (SELECT json_agg(u)::text FROM api_users u) || (SELECT json_agg(e)::text FROM business_events e) AS kept`,
  )
  expect(rows[0]?.kept).toContain(username)
  expect(rows[0]?.kept).not.toContain(key)

  const answer = await fetch(`${api.url}${loginApiUserV3.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username, 'api-key': key }),
  })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const asForm = `Bearer ${await answer.text()}`
  for (const as of [asForm, await tokenOf({ username, key })]) {
    const reply = await asksMembers(as)
    expect(reply.ok && reply.body).toEqual({ members: [] })
  }
  expect((await listed(username))?.lastUsedAt).not.toBeNull()
  const elsewhere = await fetch(`${api.url}/v1/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: anna.email, password: anna.password }),
  })
  expect(elsewhere.status).toBe(415)
})

test('a key opens the calls of its scopes, in its own business, and no other call there is', async () => {
  const as = await tokenOf(await made(['members']))
  const opened: string[] = []
  for (const endpoint of endpoints) {
    if (['none', 'token', 'direct', 'direct-or-token'].includes(endpoint.credential)) continue
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]))
    const reply = await api.ask(endpoint, { params } as never, as)
    const isRefused = !reply.ok && reply.status === 403 && reply.error.key === 'api_user.not_opened'
    if (!isRefused) opened.push(endpoint.name)
  }
  const ofScope = endpoints.filter(({ scope }) => scope === 'members').map(({ name }) => name)
  expect(ofScope).toEqual(expect.arrayContaining(['listBusinessMembers', 'listInvitations']))
  expect(opened.toSorted()).toEqual(ofScope.toSorted())

  const otto = await api.person({ firstName: 'Otto' })
  const other = await aBusiness(api, { name: 'Other', admins: [otto] })
  expect(await asksMembers(as, other)).toMatchObject({ status: 404 })
  const withoutScope = await tokenOf(await made(['activities']))
  expect(await asksMembers(withoutScope)).toMatchObject({ error: { key: 'api_user.not_opened' } })
})

test('a program reads the signatures of its own business, as clients of this market do', async () => {
  const as = await tokenOf(await made(['activities']))
  const { id: requestId } = await aSignatureRequest(api, { owner: anna, signers: [{ email: anna.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: requestId }] } }, anna.as)
  const otto = await api.person({ firstName: 'Otto' })
  await aBusiness(api, { name: 'Other', admins: [otto] })
  const others = await aSignatureRequest(api, { owner: otto, signers: [{ email: otto.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: others.id }] } }, otto.as)

  const today = new Date().toISOString().slice(0, 10)
  const query = { start_date: today, end_date: today, size: '1' }
  expect(await api.call(listPaidSignatures, { query }, as)).toEqual({
    total_pages: 1,
    total_items: 1,
    current_page: 1,
    size: 1,
    activities: [
      {
        id: expect.any(String),
        action: 'SIGNED',
        timestamp: expect.any(String),
        signature_request_id: requestId,
        business_id_paid_by: id,
        cost_center: null,
        initiator: {
          email: anna.email,
          first_name: 'Anna',
          last_name: 'Keller',
          type: 'member',
          mobile: '',
        },
        signer: { email: anna.email, first_name: 'Anna', last_name: 'Keller', type: 'member', mobile: '' },
        quality: 'SES',
        legislation: null,
      },
    ],
  })
  expect(await api.ask(listPaidSignatures, { query: { start_date: today } as never }, as)).toMatchObject({
    status: 400,
  })
  expect(await api.ask(listPaidSignatures, { query }, anna.as)).toMatchObject({ status: 401 })
})

test('what a key opens is changed for its next call, and its tokens end after 20 minutes', async () => {
  const one = await made(['members'])
  const as = await tokenOf(one)
  const change = (scopes: ApiScope[]) =>
    api.call(
      calls.updateApiUser,
      { params: { id, username: one.username }, body: { description: 'Wages', scopes } },
      anna.as,
    )
  expect(await change(['activities', 'activities'])).toMatchObject({
    description: 'Wages',
    scopes: ['activities'],
  })
  expect(await asksMembers(as)).toMatchObject({ status: 403 })
  await change(['members'])
  expect(await asksMembers(as)).toMatchObject({ status: 200 })
  ahead = 21 * 60_000
  expect(await asksMembers(as)).toMatchObject({ status: 401 })
  expect(await asksMembers(await tokenOf(one))).toMatchObject({ status: 200 })
  ahead = 0
})

test('a new key ends the one before and every token, also one that is given at that moment', async () => {
  const before = await made()
  const params = { id, username: before.username }
  const first = await tokenOf(before)
  const [after, ...meanwhile] = await Promise.all([
    api.call(calls.resetApiUser, { params }, anna.as),
    ...Array.from({ length: 4 }, () => logIn(before.username, before.key)),
  ])
  const given = await Promise.all(meanwhile.map(async (reply) => (reply.ok ? reply.body.text() : null)))
  const tokens = [first, ...given.flatMap((token) => (token === null ? [] : [`Bearer ${token}`]))]
  for (const as of tokens) expect(await asksMembers(as)).toMatchObject({ status: 401 })
  expect(await logIn(before.username, before.key)).toMatchObject({ status: 401 })

  const fresh = await tokenOf(after)
  expect(await asksMembers(fresh)).toMatchObject({ status: 200 })
  await api.call(calls.deleteApiUser, { params }, anna.as)
  expect(await asksMembers(fresh)).toMatchObject({ status: 401 })
  expect(await logIn(after.username, after.key)).toMatchObject({ status: 401 })
  expect(await api.ask(calls.resetApiUser, { params }, anna.as)).toMatchObject({ status: 404 })
})

test('of guesses at once no more than five are answered, and a name that is not there looks like one that is', async () => {
  const { username, key } = await made()
  const guesses = await Promise.all(Array.from({ length: 12 }, () => logIn(username, 'wrong')))
  const statuses = guesses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  // The right one too has to wait, at this address.
  const right = await logIn(username, key)
  expect(right).toMatchObject({ status: 429 })
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await logIn('api_nobody_0000000000', 'wrong')).toMatchObject({
    status: 401,
    error: { key: 'api_user.credentials_invalid' },
  })
  // Others are not slowed with it.
  expect(await asksMembers(await tokenOf(await made()))).toMatchObject({ status: 200 })
})

test('with the business its API users are gone', async () => {
  const one = await made()
  const as = await tokenOf(one)
  await api.context.pool.query('UPDATE businesses SET deleted_at = now() WHERE id = $1', [id])
  expect(await asksMembers(as)).toMatchObject({ status: 401 })
  expect(await logIn(one.username, one.key)).toMatchObject({ status: 401 })
  await api.context.pool.query('UPDATE businesses SET deleted_at = NULL WHERE id = $1', [id])
})

test('a business keeps at most a hundred, however many are made at once', async () => {
  const { rows } = await api.context.pool.query<{ there: string }>(
    'SELECT count(*) AS there FROM api_users WHERE business_id = $1 AND deleted_at IS NULL',
    [id],
  )
  const there = Number(rows[0]?.there)
  await api.context.pool.query(
    `WITH made AS (INSERT INTO accounts (email, first_name, last_name)
       SELECT 'api_' || n, '', '' FROM generate_series(1, $2::int) n RETURNING id, email)
     INSERT INTO api_users (business_id, username, description, scopes, key_hash, key_ending, account_id)
     SELECT $1, email, '', '{members}', '', '', id FROM made`,
    [id, 98 - there],
  )
  const body = { description: '', scopes: ['members' as const] }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => api.ask(calls.createApiUser, { params: { id }, body }, anna.as)),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
})
