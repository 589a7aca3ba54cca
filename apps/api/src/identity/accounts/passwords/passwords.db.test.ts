import { getReferralToken, getUser } from '@countersign/contract/accounts.ts'
import {
  changePassword,
  checkPassword,
  requestReset,
  resetPassword,
} from '@countersign/contract/passwords.ts'
import { login } from '@countersign/contract/sessions.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'

let api: TestApi
let logged = ''
beforeAll(async () => {
  const write = (line: string) => {
    logged += line
  }
  api = await startTestApi({ log: pino({ level: 'trace' }, { write }) })
})
afterAll(() => api?.stop())
// Everybody here comes from one address.
afterEach(() => api.context.pool.query("DELETE FROM throttles WHERE key LIKE '%address%'"))

const next = 'violet-anchor-meadow-77'
const pool = () => api.context.pool

const signIn = (email: string, password: string) => keyOf(api.ask(login, { body: { email, password } }))
async function sessionOf({ email, password }: Person) {
  return `Bearer ${(await api.call(login, { body: { email, password } })).token}`
}
async function resetToken(email: string, subject = /password|Passwort/) {
  await api.call(requestReset, { body: { email } })
  return confirmationIn(await api.inbox.next(email, subject))
}
/** As someone whom the company's provider made known: without a password. */
async function withoutPassword(person: Person) {
  await pool().query('UPDATE accounts SET password_hash = NULL WHERE email = $1', [person.email])
}

test('changing the password ends every other session, keeps this one, and tells the holder', async () => {
  const anna = await api.person({ firstName: 'Anna', lang: 'de' })
  const other = await sessionOf(anna)
  await pool().query('UPDATE accounts SET weak_password = true WHERE email = $1', [anna.email])
  await api.call(changePassword, { body: { old: anna.password, new: next } }, anna.as, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  expect(await keyOf(api.ask(getUser, {}, other))).toBe('auth.required')
  expect(await api.call(getUser, {}, anna.as)).toMatchObject({ attributes: { weakPassword: false } })
  expect(await signIn(anna.email, anna.password)).toBe('auth.credentials_invalid')
  expect(await signIn(anna.email, next)).toBe('ok')
  const mail = await api.inbox.next(anna.email, /Passwort wurde geändert/)
  expect(mail.text).toContain('Firefox, Linux')
  expect(mail.text).toMatch(/IP-Adresse: (::ffff:)?127\.0\.0\.1/)
  expect(mail.links).toContain(`${api.url}/password-reset`)
})

test('a weak, personal or unproved change is refused and nothing changes', async () => {
  const anna = await api.person({ firstName: 'Annabella' })
  const change = (body: { old?: string; new: string }, as: string | undefined = anna.as) =>
    api.ask(changePassword, { body }, as)
  expect(await change({ old: anna.password, new: 'password1234' })).toMatchObject({
    error: { key: 'password.weak', fields: [{ field: 'new', code: 'too_common' }] },
  })
  expect(await change({ old: anna.password, new: 'annabella-1' })).toMatchObject({
    error: { fields: [{ field: 'new', code: 'contains_personal_data' }] },
  })
  expect(await change({ new: next })).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'old' }] },
  })
  expect(await change({ old: 'not-it', new: next })).toMatchObject({
    status: 403,
    error: { key: 'password.wrong' },
  })
  expect(await change({ old: anna.password, new: next }, 'Bearer nonsense')).toMatchObject({ status: 401 })
  expect(await signIn(anna.email, anna.password)).toBe('ok')
})

test('of parallel guesses at the old password five are answered, then not even the right one is', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const guess = (old: string) => keyOf(api.ask(changePassword, { body: { old, new: next } }, anna.as))
  const keys = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(`wrong-guess-${n}`)))
  expect(keys.filter((key) => key === 'password.wrong')).toHaveLength(5)
  expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(7)
  expect(await guess(anna.password)).toBe('rate.exceeded')
  // Nobody else is kept from anything, and the window ends.
  expect(await signIn(anna.email, anna.password)).toBe('ok')
  await pool().query("UPDATE throttles SET window_started_at = now() - interval '901 seconds'")
  expect(await guess(anna.password)).toBe('ok')
})

test('the right password forgets the wrong ones that were given before it', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const change = (old: string) => keyOf(api.ask(changePassword, { body: { old, new: next } }, anna.as))
  await Promise.all(Array.from({ length: 4 }, () => change('not-it')))
  expect(await change(anna.password)).toBe('ok')
  expect([await change('not-it'), await change('not-it')]).toEqual(['password.wrong', 'password.wrong'])
})

test('of two changes at once one is made, and its password is the one', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const passwords = ['violet-anchor-meadow-11', 'violet-anchor-meadow-22']
  const keys = await Promise.all(
    passwords.map((password) =>
      keyOf(api.ask(changePassword, { body: { old: anna.password, new: password } }, anna.as)),
    ),
  )
  expect(keys.toSorted()).toEqual(['ok', 'password.wrong'])
  expect(await signIn(anna.email, passwords[keys.indexOf('ok')] ?? '')).toBe('ok')
})

test('an account without a password may set one, without an old one', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await withoutPassword(anna)
  expect(await api.call(getUser, {}, anna.as)).toMatchObject({ hasPassword: false })
  await api.call(changePassword, { body: { new: next } }, anna.as)
  expect(await signIn(anna.email, next)).toBe('ok')
})

test('a password is rated before it is taken, against the data of the person who the link belongs to', async () => {
  const rate = (password: string, token?: string) =>
    api.call(checkPassword, { body: { password, ...(token ? { token } : {}) } })
  expect(await rate('short')).toMatchObject({ validPassword: false, error: 'too_short' })
  expect(await rate('password1234')).toMatchObject({ validPassword: false, error: 'too_common' })
  // As it is compared later: full-width letters are the plain ones, and a letter with its accent apart is one.
  expect(await rate('ｐａｓｓｗｏｒｄ１２３４')).toMatchObject({ validPassword: false, error: 'too_common' })
  expect(await rate('kX9$vqL2e\u0301')).toMatchObject({ validPassword: false, error: 'too_short' })
  expect(await rate(next)).toEqual({ validPassword: true, error: null, score: 4 })
  const anna = await api.person({ firstName: 'Annabella', lastName: 'Zumthor' })
  const { token } = await resetToken(anna.email)
  expect(await rate('annabella-zumthor', token)).toMatchObject({ error: 'contains_personal_data' })
  expect(await rate('annabella-zumthor')).not.toMatchObject({ error: 'contains_personal_data' })
  expect(await keyOf(api.ask(checkPassword, { body: { password: next, token: 'x'.repeat(43) } }))).toBe(
    'confirmation.invalid',
  )
})

test('nobody rates passwords without end', async () => {
  await pool().query(
    `INSERT INTO throttles (key, window_started_at, failures) SELECT key, now(), 300
     FROM unnest(ARRAY['check-password:127.0.0.1', 'check-password:::ffff:127.0.0.1']) AS key
     ON CONFLICT (key) DO UPDATE SET failures = 300, window_started_at = now()`,
  )
  expect(await api.ask(checkPassword, { body: { password: next } })).toMatchObject({ status: 429 })
  await pool().query("DELETE FROM throttles WHERE key LIKE 'check-password%'")
})

test('neither a password nor a token is in the log', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { token } = await resetToken(anna.email)
  const secrets = ['log-me-if-you-can-1', 'log-me-if-you-can-2', token]
  await api.ask(changePassword, { body: { old: secrets[0] ?? '', new: secrets[1] ?? '' } }, anna.as)
  await api.ask(checkPassword, { body: { password: secrets[0] ?? '', token } })
  await fetch(`${api.url}/password-reset/confirm?token=${token}`)
  await api.call(resetPassword, { body: { token, new: secrets[1] ?? '' } })
  await api.inbox.next(anna.email, /was reset/)
  expect(logged).toContain('/v1/reset-password')
  for (const secret of secrets) expect(logged).not.toContain(secret)
})

test('without a referral programme there is no token for one', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  expect(await keyOf(api.ask(getReferralToken, {}, anna.as))).toBe('feature.unavailable')
})
