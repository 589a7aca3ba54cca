import { getUser } from '@countersign/contract/accounts.ts'
import { login, logout } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { purgeExpired } from './purge-expired.ts'
import { countFailure, clearFailures, isThrottled } from './throttle.ts'

let api: TestApi
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(() => api.stop())

const signIn = (email: string, password: string) => api.ask(login, { body: { email, password } })
const status = (reply: { status: number }) => reply.status
const count = (replies: readonly { status: number }[], wanted: number) =>
  replies.filter((reply) => reply.status === wanted).length

test('a token opens the account for 24 hours, and is kept as a hash alone', async () => {
  const reply = await signIn(anna.email.toUpperCase(), anna.password)
  if (!reply.ok) throw new Error(reply.error.key)
  const { token, expires_at } = reply.body
  expect(Math.round((new Date(expires_at).getTime() - Date.now()) / 3_600_000)).toBe(24)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(await api.call(getUser, {}, `Bearer ${token}`)).toMatchObject({ email: anna.email })
  const kept = await api.context.pool.query('SELECT json_agg(s)::text AS rows FROM sessions s')
  expect(JSON.stringify(kept.rows)).not.toContain(token)

  await api.context.pool.query('UPDATE sessions SET expires_at = created_at')
  expect(await api.ask(getUser, {}, `Bearer ${token}`)).toMatchObject({ error: { key: 'auth.required' } })
})

test('signing out ends this session and no other', async () => {
  const [here, there] = await Promise.all([api.call(login, { body: anna }), api.call(login, { body: anna })])
  await api.call(logout, {}, `Bearer ${here.token}`)
  expect(status(await api.ask(getUser, {}, `Bearer ${here.token}`))).toBe(401)
  expect(status(await api.ask(logout, {}, `Bearer ${here.token}`))).toBe(401)
  expect(status(await api.ask(getUser, {}, `Bearer ${there.token}`))).toBe(200)
  expect(status(await api.ask(logout, {}))).toBe(401)
})

test('the session of a deleted account opens nothing', async () => {
  const gone = await api.person({ firstName: 'Gone' })
  await api.context.pool.query('UPDATE accounts SET deleted_at = now() WHERE email = $1', [gone.email])
  expect(status(await api.ask(getUser, {}, gone.as))).toBe(401)
  expect(status(await signIn(gone.email, gone.password))).toBe(401)
})

test('a wrong password and an unknown e-mail are the same answer', async () => {
  const wrong = await signIn(anna.email, 'not-the-password')
  const unknown = await signIn('nobody@example.org', 'not-the-password')
  expect(wrong).toMatchObject({ status: 401, error: { key: 'auth.credentials_invalid' } })
  expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null })
})

test('of 20 parallel wrong passwords five learn that they are wrong; then the right one waits too', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signIn(anna.email, `wrong-password-${n}`)),
  )
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([5, 15])
  const late = await signIn(anna.email, anna.password)
  expect(late).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  const wait = Number(late.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)
})

test('an unknown e-mail is slowed in the same way', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signIn('nobody@example.org', `wrong-password-${n}`)),
  )
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([5, 15])
})

test('many who sign in rightly at the same moment all get in', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(anna.email, anna.password)))
  expect(replies.map(status)).toEqual(Array.from({ length: 12 }, () => 200))
})

test('signing in forgets the failures before it, and a quarter of an hour does', async () => {
  for (let n = 0; n < 4; n += 1) await signIn(anna.email, 'wrong-password')
  expect(status(await signIn(anna.email, anna.password))).toBe(200)
  for (let n = 0; n < 5; n += 1) expect(status(await signIn(anna.email, 'wrong-password'))).toBe(401)
  expect(status(await signIn(anna.email, anna.password))).toBe(429)
  await api.context.pool.query("UPDATE throttles SET window_started_at = now() - interval '901 seconds'")
  expect(status(await signIn(anna.email, anna.password))).toBe(200)
})

test('one address may be wrong 30 times about any number of accounts', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signIn(`person-${n}@example.org`, 'wrong-password')),
  )
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([30, 10])
})

test('missing fields are named', async () => {
  const reply = await api.ask(login, { body: { email: 'no e-mail', password: '' } })
  expect(reply).toMatchObject({ status: 400, error: { key: 'validation.failed' } })
  if (!reply.ok) expect(reply.error.fields?.map(({ field }) => field)).toEqual(['email', 'password'])
})

test('a throttle counts exactly, begins anew when its window is over, and can be cleared', async () => {
  const limit = { failures: 3, seconds: 60 }
  const counted = await Promise.all(
    Array.from({ length: 25 }, () => countFailure(api.context, 'test', limit)),
  )
  expect(counted.filter((throttled) => throttled === null)).toHaveLength(3)
  expect(await isThrottled(api.context, 'test', limit)).toMatchObject({ retryAfter: expect.any(Number) })
  expect(await isThrottled(api.context, 'other', limit)).toBeNull()
  await api.context.pool.query("UPDATE throttles SET window_started_at = now() - interval '61 seconds'")
  expect(await isThrottled(api.context, 'test', limit)).toBeNull()
  expect(await countFailure(api.context, 'test', limit)).toBeNull()
  await clearFailures(api.context, 'test')
  expect(await api.context.pool.query('SELECT FROM throttles')).toMatchObject({ rowCount: 0 })
})

test('what is long over goes, what counts stays', async () => {
  const { token } = await api.call(login, { body: anna })
  await countFailure(api.context, 'fresh', { failures: 3, seconds: 60 })
  await countFailure(api.context, 'old', { failures: 3, seconds: 60 })
  await api.context.pool.query(
    "UPDATE throttles SET window_started_at = now() - interval '2 days' WHERE key = 'old'",
  )
  await api.context.pool.query(
    `INSERT INTO sessions (token_hash, account_id, expires_at)
     SELECT 'old', id, now() - interval '8 days' FROM accounts LIMIT 1`,
  )
  expect(await purgeExpired(api.context)).toBe(2)
  expect(status(await api.ask(getUser, {}, `Bearer ${token}`))).toBe(200)
  expect((await api.context.pool.query('SELECT key FROM throttles')).rows).toEqual([{ key: 'fresh' }])
})
