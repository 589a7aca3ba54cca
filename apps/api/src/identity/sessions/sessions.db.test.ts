import { getUser } from '@countersign/contract/accounts.ts'
import { login, logout } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { credentialsOf } from '#api/testing/caller.ts'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { countFailure, clearFailures, isThrottled } from '#api/identity/throttles/count-failures.ts'

let api: TestApi
/** Where a test stops the clock. */
let stopped: Date | null = null
let anna: Person
beforeAll(async () => {
  // The proxy in front says which network a call comes from.
  api = await startTestApi({ environment: { TRUST_PROXY: '1' }, now: () => stopped ?? new Date() })
  anna = await api.person({ firstName: 'Anna' })
})
beforeEach(async () => {
  stopped = null
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(() => api.stop())

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.ask(login, { body: { email, password } }, undefined, headers)
/** From elsewhere: the n-th of many networks. */
const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:0:${n.toString(16)}::1` })
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
  const [here, there] = await Promise.all([
    api.call(login, { body: credentialsOf(anna) }),
    api.call(login, { body: credentialsOf(anna) }),
  ])
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

test('a wrong password and an unknown email are the same answer', async () => {
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

test('a right password among parallel guesses counts only if the wrong ones before it have not used the tries up', async () => {
  expect(status(await signIn(anna.email, 'wrong-password'))).toBe(401)
  const holder = await api.context.pool.connect()
  try {
    // Its account can't be read yet; meanwhile the other guesses come to their end.
    await holder.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
    const right = signIn(anna.email, anna.password)
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%password_hash%'"
    await expect.poll(async () => (await api.context.pool.query(waiting)).rowCount).toBe(1)
    await holder.query('UPDATE throttles SET failures = 5 WHERE starts_with(key, $1)', [
      `login:account:${anna.email}:`,
    ])
    await holder.query('COMMIT')
    expect(status(await right)).toBe(429)
  } finally {
    // Its transaction may still be open.
    holder.release(true)
  }
})

test('an unknown email is slowed in the same way', async () => {
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

test('nobody locks another person out: guesses elsewhere leave other networks and a known browser alone', async () => {
  const first = await signIn(anna.email, anna.password, from(1))
  const cookie = first.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^countersign\.known-browser=\S+; Path=\/v1; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
  const known = { cookie: cookie.split(';')[0] ?? '' }

  stopped = new Date()
  // A stranger takes one network after the other: each is refused after five, the account is slowed after twenty.
  const guesses = []
  for (let n = 0; n < 30; n += 1)
    guesses.push(await signIn(anna.email, 'wrong-password', from(100 + Math.floor(n / 6))))
  expect(guesses.slice(0, 6).map(status)).toEqual([401, 401, 401, 401, 401, 429])
  expect(count(guesses, 401)).toBe(20)
  // Anna's browser is not slowed, whichever network it is in; someone else's is, and so is hers with another email.
  expect(status(await signIn(anna.email, anna.password, { ...known, ...from(100) }))).toBe(200)
  expect(status(await signIn(anna.email, anna.password, from(2)))).toBe(429)
  const other = await api.person({ firstName: 'Other' })
  await api.context.pool.query("UPDATE throttles SET failures = 9 WHERE key LIKE 'login:account:%'")
  for (let n = 0; n < 5; n += 1) await signIn(other.email, 'wrong-password', { ...known, ...from(3) })
  expect(status(await signIn(other.email, other.password, { ...known, ...from(3) }))).toBe(429)
  // A proof that was changed proves nothing.
  expect(status(await signIn(anna.email, 'wrong-password', { cookie: `${known.cookie}x`, ...from(3) }))).toBe(
    401,
  )
  const counted = await api.context.pool.query("SELECT FROM throttles WHERE key LIKE '%:browser:%'")
  expect(counted.rowCount).toBe(0)
})

test('a known browser may be wrong five times as well', async () => {
  const first = await signIn(anna.email, anna.password)
  const known = { cookie: (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(anna.email, 'wrong-password', { ...known, ...from(n) })),
  )
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([5, 7])
  expect(status(await signIn(anna.email, anna.password, known))).toBe(429)
  expect(status(await signIn(anna.email, anna.password, from(1)))).toBe(200)
})

test('over all networks each failure after the twentieth doubles the wait, up to a quarter of an hour', async () => {
  let n = 0
  const guess = () => signIn(anna.email, 'wrong-password', from((n += 1)))
  const wait = async () => Number((await guess()).headers.get('retry-after'))
  let clock = new Date()
  const passes = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
    stopped = clock
  }
  passes(0)
  const guesses = await Promise.all(Array.from({ length: 25 }, guess))
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([20, 5])
  const waits = []
  for (let round = 0; round < 11; round += 1) {
    passes(1000)
    expect(status(await guess())).toBe(401)
    waits.push(await wait())
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  // A day later nothing is left of it.
  passes(86_401)
  expect(status(await signIn(anna.email, anna.password, from(900)))).toBe(200)
})

test('one address may be wrong 30 times about any number of accounts', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signIn(`person-${n}@example.org`, 'wrong-password')),
  )
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([30, 10])
})

test('missing fields are named', async () => {
  const reply = await api.ask(login, { body: { email: 'no email', password: '' } })
  expect(reply).toMatchObject({ status: 400, error: { key: 'validation.failed' } })
  if (!reply.ok) expect(reply.error.fields?.map(({ field }) => field)).toEqual(['email', 'password'])
})

test('a throttle counts exactly, begins again when its window is over, and can be cleared', async () => {
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
  const { token } = await api.call(login, { body: credentialsOf(anna) })
  await countFailure(api.context, 'fresh', { failures: 3, seconds: 60 })
  await countFailure(api.context, 'old', { failures: 3, seconds: 60 })
  await api.context.pool.query(
    "UPDATE throttles SET window_started_at = now() - interval '2 days' WHERE key = 'old'",
  )
  await api.context.pool.query(
    `INSERT INTO sessions (token_hash, account_id, user_agent, expires_at)
     SELECT 'old', account_id, user_agent, now() - interval '8 days' FROM sessions LIMIT 1`,
  )
  expect(await purgeExpired(api.context)).toBe(2)
  expect(status(await api.ask(getUser, {}, `Bearer ${token}`))).toBe(200)
  expect((await api.context.pool.query('SELECT key FROM throttles')).rows).toEqual([{ key: 'fresh' }])
})
