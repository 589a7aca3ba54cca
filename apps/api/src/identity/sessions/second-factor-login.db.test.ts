import { getUser } from '@countersign/contract/accounts.ts'
import { changePassword } from '@countersign/contract/passwords.ts'
import * as factors from '@countersign/contract/second-factors.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import { listSessions, login, loginWithSecondFactor } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { makeAuthenticator } from '#api/testing/authenticator.ts'
import { aChallenge, anApp, codeOf } from '#api/testing/second-factor.ts'
import { revokeAllSessions } from './revoke-all-sessions.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(() => api?.stop())

const finish = (body: BodyOf<typeof loginWithSecondFactor>) => api.ask(loginWithSecondFactor, { body })
const statuses = (replies: readonly { status: number }[]) =>
  replies.map((reply) => reply.status).toSorted((a, b) => a - b)
const keyOf = (reply: { ok: boolean } | { ok: false; error: { key: string } }) =>
  'error' in reply ? reply.error.key : null

async function withApp(): Promise<{ person: Person; secret: string; id: string; recoveryCodes: string[] }> {
  const person = await api.person({ firstName: 'Anna' })
  return { person, ...(await anApp(api, person)) }
}

async function withPasskey() {
  const person = await api.person({ firstName: 'Ben' })
  const authenticator = makeAuthenticator(api.url)
  const { id, options } = await api.call(
    factors.startPasskey,
    { body: { password: person.password } },
    person.as,
  )
  const response = authenticator.register(options)
  const { factor } = await api.call(factors.confirmPasskey, { params: { id }, body: { response } }, person.as)
  return { person, authenticator, factor }
}

test('the right password alone opens nothing: the app of the account has to say a code', async () => {
  const { person, secret } = await withApp()
  const reply = await api.ask(login, { body: { email: person.email, password: person.password } })
  expect(reply).toMatchObject({
    status: 403,
    error: {
      key: 'auth.second_factor_required',
      second_factor: { methods: ['totp', 'recovery_code'], passkey: null },
    },
  })
  expect(JSON.stringify(reply)).not.toContain('token')
  const { challenge, expires_at } = await aChallenge(api, person)
  expect(Math.round((new Date(expires_at).getTime() - Date.now()) / 60_000)).toBe(5)
  const code = codeOf(secret)
  const session = await finish({
    challenge,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    timeZone: 'Asia/Tokyo',
  })
  if (!session.ok) throw new Error(session.error.key)
  const user = await api.call(getUser, {}, `Bearer ${session.body.token}`)
  expect(user).toMatchObject({
    ...{ email: person.email, hasSecondFactor: true },
    attributes: { timeZone: 'Asia/Tokyo' },
  })
  const { rows } = await api.context.pool.query("SELECT method FROM sessions WHERE method <> 'password'")
  expect(rows).toEqual([{ method: 'second_factor' }])
})

test('a wrong password says nothing of factors', async () => {
  const { person } = await withApp()
  const wrong = await api.ask(login, { body: { email: person.email, password: 'wrong-password' } })
  expect(wrong).toMatchObject({ status: 401, error: { key: 'auth.credentials_invalid' } })
  expect(JSON.stringify(wrong)).not.toContain('factor')
})

test('of one code in five parallel sign-ins one opens a session, and none does afterwards', async () => {
  const { person, secret } = await withApp()
  const challenges = await Promise.all(Array.from({ length: 5 }, () => aChallenge(api, person)))
  const code = codeOf(secret)
  const replies = await Promise.all(challenges.map(({ challenge }) => finish({ challenge, code })))
  expect(statuses(replies)).toEqual([200, 400, 400, 400, 400])
  // How many wrong ones are taken is another matter, and depends here on who of the five came first.
  await api.context.pool.query('DELETE FROM throttles')
  const { challenge } = await aChallenge(api, person)
  expect(keyOf(await finish({ challenge, code }))).toBe('second_factor.code_invalid')
  // Nor does the code before it, which is of an earlier step.
  expect(keyOf(await finish({ challenge, code: codeOf(secret, -1) }))).toBe('second_factor.code_invalid')
  expect((await finish({ challenge, code: codeOf(secret, 1) })).status).toBe(200)
})

test('a challenge is good for one sign-in: of five at once with different codes one gets in', async () => {
  const { person, recoveryCodes } = await withApp()
  const { challenge } = await aChallenge(api, person)
  const all = await Promise.all(recoveryCodes.slice(0, 5).map((code) => finish({ challenge, code })))
  expect(statuses(all)).toEqual([200, 401, 401, 401, 401])
  expect(keyOf(await finish({ challenge, code: recoveryCodes[5] ?? '' }))).toBe('auth.credentials_invalid')
  // The codes of those that came too late are not lost with it.
  const left = await api.call(factors.listSecondFactors, {}, person.as)
  expect(left.recoveryCodesLeft).toBe(9)
})

test('a recovery code opens once, however it is typed, and its holder hears of it', async () => {
  const { person, recoveryCodes } = await withApp()
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes.every((code) => /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/.test(code))).toBe(
    true,
  )
  const code = (recoveryCodes[0] ?? '')
    .toLowerCase()
    .replaceAll('-', ' ')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
  const challenges = await Promise.all([aChallenge(api, person), aChallenge(api, person)])
  const both = await Promise.all(challenges.map(({ challenge }) => finish({ challenge, code })))
  expect(statuses(both)).toEqual([200, 400])
  expect(await api.inbox.next(person.email, /recovery/i)).toMatchObject({ to: person.email })
  const kept = await api.context.pool.query<{ kept: string }>(
    'SELECT json_agg(r)::text AS kept FROM recovery_codes r',
  )
  expect(kept.rows[0]?.kept).not.toContain((recoveryCodes[1] ?? '').replaceAll('-', ''))
})

test('of 20 parallel wrong codes five learn that they are wrong; then the right one waits too', async () => {
  const { person, secret } = await withApp()
  const { challenge } = await aChallenge(api, person)
  const right = codeOf(secret)
  const wrong = [...Array(20).keys()].map((n) =>
    String((Number(right) + 100 + n) % 1_000_000).padStart(6, '0'),
  )
  const replies = await Promise.all(wrong.map((code) => finish({ challenge, code })))
  expect([
    statuses(replies).filter((one) => one === 400).length,
    statuses(replies).filter((one) => one === 429).length,
  ]).toEqual([5, 15])
  const late = await finish({ challenge, code: right })
  expect(late).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800)
  // A new challenge, for which the password is all it takes, buys no more guesses.
  const again = await aChallenge(api, person)
  expect((await finish({ challenge: again.challenge, code: right })).status).toBe(429)
})

test('a challenge with five wrong codes is done for, though the account may try again', async () => {
  const { person, secret } = await withApp()
  const { challenge } = await aChallenge(api, person)
  for (let n = 0; n < 5; n += 1)
    expect((await finish({ challenge, code: 'AAAA-BBBB-CCCC' })).status).toBe(400)
  await api.context.pool.query("DELETE FROM throttles WHERE key LIKE 'second-factor:account:%'")
  expect(keyOf(await finish({ challenge, code: codeOf(secret) }))).toBe('auth.credentials_invalid')
  const fresh = await aChallenge(api, person)
  expect((await finish({ challenge: fresh.challenge, code: codeOf(secret) })).status).toBe(200)
})

test('a day takes twenty wrong codes, whatever the quarter hours say', async () => {
  const { person, secret } = await withApp()
  for (let round = 0; round < 4; round += 1) {
    const { challenge } = await aChallenge(api, person)
    for (let n = 0; n < 5; n += 1) expect((await finish({ challenge, code: '000-000-x' })).status).toBe(400)
    await api.context.pool.query("DELETE FROM throttles WHERE key NOT LIKE 'second-factor:day:%'")
  }
  const { challenge } = await aChallenge(api, person)
  const late = await finish({ challenge, code: codeOf(secret) })
  expect(late).toMatchObject({ status: 429 })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(80_000)
})

test('a right code forgets the wrong ones of its day', async () => {
  const { person, secret } = await withApp()
  const first = await aChallenge(api, person)
  expect((await finish({ challenge: first.challenge, code: '000-000-x' })).status).toBe(400)
  // The nineteenth of the day; the right one is counted before it is looked at.
  await api.context.pool.query("UPDATE throttles SET failures = 19 WHERE key LIKE 'second-factor:day:%'")
  expect((await finish({ challenge: first.challenge, code: codeOf(secret) })).status).toBe(200)
  const { challenge } = await aChallenge(api, person)
  expect((await finish({ challenge, code: '000-000-x' })).status).toBe(400)
})

test('the code that set the app up opens no session', async () => {
  const person = await api.person({ firstName: 'Anna' })
  const { id, secret } = await api.call(factors.startTotp, { body: { password: person.password } }, person.as)
  const code = codeOf(secret)
  await api.call(factors.confirmTotp, { params: { id }, body: { code } }, person.as)
  const { challenge } = await aChallenge(api, person)
  expect(keyOf(await finish({ challenge, code }))).toBe('second_factor.code_invalid')
  expect((await finish({ challenge, code: codeOf(secret, 1) })).status).toBe(200)
})

test('one address may be wrong 30 times, about any number of challenges', async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => finish({ challenge: `guessed-${n}`, code: '123456' })),
  )
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(30)
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(10)
})

test('guesses of others in the same network keep nobody out who finishes in a browser that has signed in before', async () => {
  const { person, secret } = await withApp()
  const { challenge } = await aChallenge(api, person)
  const first = await finish({ challenge, code: codeOf(secret) })
  const known = { cookie: (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  const guess = (n: number) =>
    api.ask(login, { body: { email: `person-${n}@example.org`, password: 'wrong-password' } })
  await Promise.all(Array.from({ length: 31 }, (_, n) => guess(n)))

  const reply = await api.ask(
    login,
    { body: { email: person.email, password: person.password } },
    undefined,
    known,
  )
  const mine = reply.ok ? undefined : reply.error.second_factor?.challenge
  const body = { challenge: mine ?? '', code: codeOf(secret, 1) }
  expect((await finish(body)).status).toBe(429)
  expect((await api.ask(loginWithSecondFactor, { body }, undefined, known)).status).toBe(200)
})

test('half-done sign-ins and a change of the password at the same moment: no session is left over', async () => {
  const { person, recoveryCodes } = await withApp()
  const challenges = await Promise.all(Array.from({ length: 4 }, () => aChallenge(api, person)))
  const changed = { old: person.password, new: 'silver-meadow-compass-77' }
  const [, ...replies] = await Promise.all([
    api.call(changePassword, { body: changed }, person.as),
    ...challenges.map(({ challenge }, n) => finish({ challenge, code: recoveryCodes[n] ?? '' })),
  ])
  for (const reply of replies)
    if (reply.ok) expect((await api.ask(getUser, {}, `Bearer ${reply.body.token}`)).status).toBe(401)
    else expect(reply.status).toBe(401)
  const { sessions } = await api.call(listSessions, {}, person.as)
  expect(sessions).toHaveLength(1)
})

test('a challenge that is too old, of a changed password, unknown, or without an answer opens nothing', async () => {
  const { person, secret } = await withApp()
  const code = codeOf(secret)
  const old = await aChallenge(api, person)
  await api.context.pool.query("UPDATE login_challenges SET expires_at = now() - interval '1 second'")
  expect(keyOf(await finish({ challenge: old.challenge, code }))).toBe('auth.credentials_invalid')

  const ended = await aChallenge(api, person)
  const { rows } = await api.context.pool.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
    person.email,
  ])
  await api.context.db.transaction().execute((tx) => revokeAllSessions(tx, rows[0]?.id ?? '', new Date()))
  expect(keyOf(await finish({ challenge: ended.challenge, code }))).toBe('auth.credentials_invalid')

  expect(keyOf(await finish({ challenge: 'unknown', code }))).toBe('auth.credentials_invalid')
  const { challenge } = await aChallenge(api, person)
  expect(keyOf(await finish({ challenge }))).toBe('validation.failed')
  expect(keyOf(await finish({ challenge, code, passkey: {} }))).toBe('validation.failed')
  const kept = await api.context.pool.query<{ kept: string }>(
    'SELECT json_agg(c)::text AS kept FROM login_challenges c',
  )
  expect(kept.rows[0]?.kept).not.toContain(challenge)
  expect((await finish({ challenge, code })).status).toBe(200)
})

test('without its last factor an account signs in with the password again', async () => {
  const { person, id } = await withApp()
  const half = await aChallenge(api, person)
  await api.call(
    factors.removeSecondFactor,
    { params: { id }, body: { password: person.password } },
    person.as,
  )
  expect(keyOf(await finish({ challenge: half.challenge, code: '123456' }))).toBe(
    'second_factor.code_invalid',
  )
  expect((await api.ask(login, { body: { email: person.email, password: person.password } })).status).toBe(
    200,
  )
})

test('a passkey opens a session, and each answer of it one alone', async () => {
  const { person, authenticator, factor } = await withPasskey()
  const required = await aChallenge(api, person)
  expect(required).toMatchObject({
    methods: ['passkey', 'recovery_code'],
    passkey: {
      rpId: '127.0.0.1',
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.credentialId, type: 'public-key' }],
    },
  })
  const answer = { challenge: required.challenge, passkey: authenticator.sign(required.passkey ?? {}) }
  const both = await Promise.all([finish(answer), finish(answer)])
  expect(statuses(both)).toEqual([200, 401])
  const { factors: known } = await api.call(factors.listSecondFactors, {}, person.as)
  expect(known.find((one) => one.id === factor.id)?.lastUsedAt).not.toBeNull()
  // An answer to the first challenge is none to another.
  const next = await aChallenge(api, person)
  expect(keyOf(await finish({ ...answer, challenge: next.challenge }))).toBe('second_factor.passkey_invalid')
})

test('of two answers with one count, as of a key and its copy, one opens a session', async () => {
  const { person, authenticator } = await withPasskey()
  const challenges = await Promise.all([aChallenge(api, person), aChallenge(api, person)])
  const answers = challenges.map(({ challenge, passkey }) => ({
    challenge,
    passkey: authenticator.sign(passkey ?? {}, { count: 7 }),
  }))
  expect(statuses(await Promise.all(answers.map(finish)))).toEqual([200, 400])
})

test('a passkey that counts nothing, as one that is synchronised between devices, opens a session each time', async () => {
  const person = await api.person({ firstName: 'Ben' })
  const authenticator = makeAuthenticator(api.url)
  const proof = { body: { password: person.password } }
  const { id, options } = await api.call(factors.startPasskey, proof, person.as)
  const body = { response: authenticator.register(options, { count: 0 }) }
  await api.call(factors.confirmPasskey, { params: { id }, body }, person.as)
  for (const _time of [1, 2]) {
    const { challenge, passkey } = await aChallenge(api, person)
    const answer = authenticator.sign(passkey ?? {}, { count: 0 })
    expect((await finish({ challenge, passkey: answer })).status).toBe(200)
  }
})

test.each([
  ['made for another site', { origin: 'https://countersign.example.evil' }],
  ["made for another site's relying party", { relyingParty: 'example.org' }],
  ['made for a registration', { type: 'webauthn.create' }],
  ['made for another challenge', { challenge: 'AAAA' }],
  ['made without anybody there', { isPresent: false }],
  ['of another person', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ['with a count that was seen before, as of a copied key', { count: 1 }],
] as const)('a passkey is refused that is %s', async (_what, but) => {
  const { person, authenticator } = await withPasskey()
  const { challenge, passkey } = await aChallenge(api, person)
  expect(keyOf(await finish({ challenge, passkey: authenticator.sign(passkey ?? {}, but) }))).toBe(
    'second_factor.passkey_invalid',
  )
  const right = await finish({ challenge, passkey: authenticator.sign(passkey ?? {}) })
  expect(right.status).toBe(200)
})

test("another account's passkey, another key under the same name, and rubbish are refused", async () => {
  const [ours, theirs] = [await withPasskey(), await withPasskey()]
  const { challenge, passkey } = await aChallenge(api, ours.person)
  const refused = [
    theirs.authenticator.sign(passkey ?? {}),
    {
      ...theirs.authenticator.sign(passkey ?? {}),
      id: ours.authenticator.credentialId,
      rawId: ours.authenticator.credentialId,
    },
    {},
    {
      id: ours.authenticator.credentialId,
      rawId: ours.authenticator.credentialId,
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
  ]
  for (const answer of refused)
    expect(keyOf(await finish({ challenge, passkey: answer }))).toBe('second_factor.passkey_invalid')
})

test("somebody else's wrong codes do not keep a passkey out", async () => {
  const { person, authenticator } = await withPasskey()
  const { challenge } = await aChallenge(api, person)
  for (let n = 0; n < 6; n += 1) await finish({ challenge, code: '111111' })
  const mine = await aChallenge(api, person)
  expect((await finish({ challenge: mine.challenge, code: '111111' })).status).toBe(429)
  expect(
    (await finish({ challenge: mine.challenge, passkey: authenticator.sign(mine.passkey ?? {}) })).status,
  ).toBe(200)
})
