import {
  getDatetime,
  getDirectUser,
  getUser,
  register,
  requestConfirmation,
  validConfirmation,
} from '@countersign/contract/accounts.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const password = 'quiet-harbour-lantern-42'
const anna = { firstName: 'Anna', lastName: 'Keller', password, gtc: true }
let count = 0
const anEmail = () => `person-${(count += 1)}@example.org`

async function aToken(email: string, given: Partial<{ lang: 'en' | 'de'; confirm: string }> = {}) {
  await api.call(requestConfirmation, { body: { email, ...given } })
  return confirmationIn(await api.inbox.next(email))
}

test('the mailed link leads to our own page, in the language asked for, and its token can be looked at', async () => {
  const email = anEmail()
  const { link, token } = await aToken(email, { lang: 'de' })
  expect(link.origin).toBe(api.url)
  expect(link.pathname).toBe('/signup/confirm')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(await api.call(validConfirmation, { body: { token } })).toEqual({ email, flow: 'signup' })
  expect(await api.call(validConfirmation, { body: { token } })).toEqual({ email, flow: 'signup' })
})

test('another path of our own may take the token, one elsewhere may not', async () => {
  const { link } = await aToken(anEmail(), { confirm: '/sendto/abc' })
  expect(link.pathname).toBe('/sendto/abc')
  for (const confirm of ['//evil.example', '/\\evil.example', 'https://evil.example'])
    expect(await keyOf(api.ask(requestConfirmation, { body: { email: anEmail(), confirm } }))).toBe(
      'validation.failed',
    )
})

test('who has an account is told so by mail alone: the answer is the same as for anybody', async () => {
  const person = await api.person({ firstName: 'Berta', lang: 'de' })
  const known = await api.ask(requestConfirmation, { body: { email: person.email } })
  const unknown = await api.ask(requestConfirmation, { body: { email: anEmail() } })
  expect([known.status, known.ok && known.body]).toEqual([unknown.status, unknown.ok && unknown.body])
  const mail = await api.inbox.next(person.email, /Konto/)
  expect(mail.links).toEqual([`${api.url}/login`])
})

test('confirmations to one address are limited, whether it has an account or not', async () => {
  const person = await api.signUp({ firstName: 'Clara' })
  for (const email of [person.email, anEmail()]) {
    const asked = Array.from({ length: 8 }, () => api.ask(requestConfirmation, { body: { email } }))
    const refused = (await Promise.all(asked)).filter((reply) => !reply.ok)
    // Signing up asked for one already.
    expect(refused).toHaveLength(email === person.email ? 4 : 3)
    expect(refused.every((reply) => reply.status === 429 && reply.headers.has('retry-after'))).toBe(true)
  }
})

test('an account is made, once for a token', async () => {
  const email = anEmail()
  const { token } = await aToken(email)
  const body = { ...anna, token, lang: 'fr' as const, mobile: '+41 79 123 45 67', celloUCC: 'ref-1' }
  const made = await api.ask(register, { body })
  expect(made).toMatchObject({
    status: 201,
    body: {
      email,
      emailVerified: true,
      firstName: 'Anna',
      lastName: 'Keller',
      hasSso: false,
      attributes: { lang: 'fr', mobile: '+41791234567', acceptedGtc: true, celloUcc: 'ref-1' },
    },
  })
  expect(await keyOf(api.ask(register, { body }))).toBe('confirmation.invalid')
  expect(await keyOf(api.ask(validConfirmation, { body: { token } }))).toBe('confirmation.invalid')
  const session = await api.call(login, { body: { email, password } })
  expect(await api.call(getUser, { query: { v2: 'true' } }, `Bearer ${session.token}`)).toMatchObject({
    email,
  })
})

test('two at once with one token make one account', async () => {
  const { token } = await aToken(anEmail())
  const both = await Promise.all([1, 2].map(() => api.ask(register, { body: { ...anna, token } })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
})

test('two tokens of one address make one account', async () => {
  const email = anEmail()
  const tokens = [await aToken(email), await aToken(email)]
  const both = await Promise.all(tokens.map(({ token }) => api.ask(register, { body: { ...anna, token } })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('a refused registration does not use the token up', async () => {
  const { token } = await aToken(anEmail())
  const refuse = (change: object) => keyOf(api.ask(register, { body: { ...anna, token, ...change } }))
  expect(await refuse({ gtc: false })).toBe('terms.not_accepted')
  expect(await refuse({ password: 'password1234' })).toBe('password.weak')
  expect(await refuse({ firstName: '' })).toBe('validation.failed')
  expect(await refuse({ token: 'x'.repeat(43) })).toBe('confirmation.invalid')
  expect(await refuse({})).toBe('ok')
})

test.each([
  ['short-pw', 'too_short'],
  ['password1234', 'too_common'],
  ['annakeller1985', 'contains_personal_data'],
])('the password %s is refused as %s', async (weak, code) => {
  const { token } = await aToken(anEmail())
  const reply = await api.ask(register, { body: { ...anna, token, password: weak } })
  expect(reply).toMatchObject({
    status: 400,
    error: { key: 'password.weak', fields: [{ field: 'password', code }] },
  })
})

test('a token is good for 24 hours', async () => {
  const { token } = await aToken(anEmail())
  await api.context.pool.query("UPDATE confirmations SET expires_at = now() - interval '1 second'")
  expect(await keyOf(api.ask(validConfirmation, { body: { token } }))).toBe('confirmation.invalid')
  expect(await keyOf(api.ask(register, { body: { ...anna, token } }))).toBe('confirmation.invalid')
})

test('tokens are not guessed without end; the right one is looked at all the same', async () => {
  const { token } = await aToken(anEmail())
  const guess = (n: number) =>
    keyOf(api.ask(validConfirmation, { body: { token: `guess-${n}`.padEnd(43, 'x') } }))
  await api.context.pool.query("DELETE FROM throttles WHERE key LIKE 'confirmation:guess:%'")
  const keys = await Promise.all(Array.from({ length: 33 }, (_, n) => guess(n)))
  expect(keys.filter((key) => key === 'confirmation.invalid')).toHaveLength(30)
  expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(3)
  expect(await keyOf(api.ask(validConfirmation, { body: { token } }))).toBe('ok')
  await api.context.pool.query("DELETE FROM throttles WHERE key LIKE 'confirmation:guess:%'")
})

test('neither tokens nor passwords are in the database as they are', async () => {
  const email = anEmail()
  const { token } = await aToken(email)
  const rows = await api.context.pool.query(
    `SELECT (SELECT json_agg(c) FROM confirmations c)::text || (SELECT json_agg(m) FROM mails m)::text
       || (SELECT json_agg(a) FROM accounts a)::text AS everything`,
  )
  const { everything } = rows.rows[0] as { everything: string }
  expect(everything).toContain(email)
  expect(everything).not.toContain(token)
  expect(everything).not.toContain(password)
  expect(everything).toContain('$argon2id$')
})

test('who is not signed in has no account to see', async () => {
  expect(await keyOf(api.ask(getUser, {}))).toBe('auth.required')
  expect(await keyOf(api.ask(getUser, {}, 'Bearer nonsense'))).toBe('auth.required')
  expect(await keyOf(api.ask(getUser, {}, `Basic ${btoa('a:b')}`))).toBe('auth.required')
  expect(await keyOf(api.ask(getDirectUser, {}))).toBe('auth.link_invalid')
  expect(await keyOf(api.ask(getDirectUser, {}, `Basic ${btoa('a:b')}`))).toBe('auth.link_invalid')
})

test('the server tells its time to anybody', async () => {
  const { datetime } = await api.call(getDatetime, {})
  expect(Math.abs(new Date(datetime).getTime() - Date.now())).toBeLessThan(60_000)
})
