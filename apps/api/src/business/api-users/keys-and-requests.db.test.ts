import * as calls from '@countersign/contract/api-users.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { listRequestsV2 } from '@countersign/contract/integration/signature-requests.ts'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import { noteCaller, recordApiRequests } from './request-log.ts'
import { remindOfKeyExpiry } from './remind-of-key-expiry.ts'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'

let api: TestApi
let anna: Person
let id: string
let ahead = 0
const days = (many: number) => many * 86_400_000
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
  id = await aBusiness(api, { admins: [anna] })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

const make = (keyExpiresInDays: number | null = null) =>
  api.call(
    calls.createApiUser,
    { params: { id }, body: { description: 'Payroll', scopes: ['members'], keyExpiresInDays } },
    anna.as,
  )
const replace = (username: string, keepPreviousForHours: number) =>
  api.call(calls.resetApiUser, { params: { id, username }, body: { keepPreviousForHours } }, anna.as)
const logIn = (username: string, key: string) => api.ask(loginApiUser, { body: { username, 'api-key': key } })
async function tokenOf(username: string, key: string): Promise<string> {
  const reply = await logIn(username, key)
  if (!reply.ok) throw new Error(reply.error.key)
  return `Bearer ${await reply.body.text()}`
}
const members = (as: string) => api.ask(businesses.listBusinessMembers, { params: { id } }, as)

test('a key stops working when it expires, and so do its tokens; the refusal says what to do', async () => {
  const { apiUser, username, key } = await make(30)
  const expiresAt = new Date(apiUser.keyExpiresAt ?? 0).getTime()
  expect(Math.abs(expiresAt - Date.now() - days(30))).toBeLessThan(60_000)
  ahead = days(30) - 10 * 60_000
  const as = await tokenOf(username, key)
  expect(await members(as)).toMatchObject({ status: 200 })
  ahead = days(30) + 1000
  expect(await members(as)).toMatchObject({ status: 401 })
  expect(await logIn(username, key)).toMatchObject({ status: 401, error: { key: 'api_user.key_expired' } })
  expect(await logIn(username, 'wrong')).toMatchObject({ error: { key: 'api_user.credentials_invalid' } })
  ahead = 0
  const next = await replace(username, 0)
  expect(await members(await tokenOf(username, next.key))).toMatchObject({ status: 200 })
})

test('while programs are changed over, the previous key works as long as was chosen', async () => {
  const before = await make()
  const first = await tokenOf(before.username, before.key)
  const after = await replace(before.username, 24)
  expect(after.apiUser.previousKeyExpiresAt).not.toBeNull()
  expect(await members(first)).toMatchObject({ status: 200 })
  for (const key of [before.key, after.key])
    expect(await members(await tokenOf(before.username, key))).toMatchObject({ status: 200 })
  ahead = 25 * 3_600_000
  expect(await logIn(before.username, before.key)).toMatchObject({
    error: { key: 'api_user.key_expired' },
  })
  expect(await logIn(before.username, after.key)).toMatchObject({ status: 200 })
  ahead = 0
  // Replaced at once, neither the previous key nor one before it works.
  await replace(before.username, 0)
  for (const key of [before.key, after.key])
    expect(await logIn(before.username, key)).toMatchObject({
      error: { key: 'api_user.credentials_invalid' },
    })
})

test('a second replacement ends the tokens of the key that it drops, and of no other', async () => {
  const first = await make()
  const { username } = first
  const ofFirst = await tokenOf(username, first.key)
  const second = await replace(username, 1)
  const ofSecond = await tokenOf(username, second.key)
  const later = await tokenOf(username, first.key)
  for (const token of [ofFirst, ofSecond, later]) expect(await members(token)).toMatchObject({ status: 200 })
  const third = await replace(username, 1)
  for (const token of [ofFirst, later]) expect((await members(token)).ok).toBe(false)
  for (const token of [ofSecond, await tokenOf(username, third.key)])
    expect(await members(token)).toMatchObject({ status: 200 })
})

test('calls that waited for the database are written down, however many they are', async () => {
  const { id: apiUserId } = (
    await api.context.db.selectFrom('api_users').select('id').limit(1).execute()
  )[0] ?? { id: '' }
  const pool = connect(api.connection, 'application', 1, () => {})
  await pool.end()
  let db = openDatabase(pool)
  const context = {
    ...api.context,
    get db() {
      return db
    },
  }
  const app = Fastify()
  recordApiRequests(app, context)
  app.get('/waited', async (request) => {
    noteCaller(request, apiUserId)
    return {}
  })
  for (let call = 0; call < 9_500; call += 1) await app.inject('/waited')
  db = api.context.db
  await app.close()
  const { rows } = await api.context.pool.query<{ count: number }>(
    "SELECT count(*)::int FROM api_requests WHERE path = '/waited'",
  )
  expect(rows).toEqual([{ count: 9_500 }])
})

test('an expiring key doesn’t live longer for having a successor', async () => {
  const { username, key } = await make(1)
  await replace(username, 168)
  ahead = days(2)
  expect(await logIn(username, key)).toMatchObject({ error: { key: 'api_user.key_expired' } })
  ahead = 0
})

test('admins are told once, two weeks ahead, that a key expires', async () => {
  await make(30)
  await remindOfKeyExpiry(api.context)
  ahead = days(20)
  await remindOfKeyExpiry(api.context)
  await remindOfKeyExpiry(api.context)
  const mail = await api.inbox.next(anna.email, /expires soon/)
  expect(mail.text).toContain('Payroll')
  expect(mail.links.some((link) => link.endsWith('/business/developers/api'))).toBe(true)
  const { rowCount } = await api.context.pool.query(
    "SELECT FROM mails WHERE kind = 'api_key_expires' AND recipient = $1",
    [anna.email],
  )
  expect(rowCount).toBe(1)
})

test('an admin sees what a program called, how it ended and why it was refused; nobody else does', async () => {
  const program = await anApiUser(api, { admin: anna, businessId: id, scopes: ['signature_requests'] })
  const params = { id, username: program.username }
  await api.call(listRequestsV2, { query: { search: 'a secret name' } }, program.as)
  await members(program.as)
  const list = (query = {}) => api.call(calls.listApiRequests, { params, query }, anna.as)
  await expect.poll(async () => (await list()).total_items).toBe(2)
  const { items } = await list()
  expect(items).toMatchObject([
    { method: 'GET', path: `/v1/businesses/${id}/members`, status: 403, errorKey: 'api_user.not_opened' },
    { method: 'GET', path: '/v2/signature-requests', status: 200, errorKey: null },
  ])
  expect((await list({ failed: 'true' })).items).toHaveLength(1)
  expect((await list({ search: 'SIGNATURE-req' })).items).toHaveLength(1)
  const otto = await api.person({ firstName: 'Otto' })
  await aBusiness(api, { name: 'Other', admins: [otto] })
  expect(await api.ask(calls.listApiRequests, { params, query: {} }, otto.as)).toMatchObject({ status: 404 })
  ahead = days(8)
  await purgeExpired(api.context)
  ahead = 0
  expect((await list()).total_items).toBe(0)
})
