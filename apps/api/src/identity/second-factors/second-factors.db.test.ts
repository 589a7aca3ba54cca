import { getUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/second-factors.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { credentialsOf } from '#api/testing/caller.ts'
import { makeAuthenticator } from '#api/testing/authenticator.ts'
import { aChallenge, anApp, codeOf } from '#api/testing/second-factor.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(() => api?.stop())

const proof = (person: Person) => ({ body: { password: person.password } })
const keyOf = (reply: object) => ('error' in reply ? (reply.error as { key: string }).key : null)
const list = (person: Person) => api.call(calls.listSecondFactors, {}, person.as)

async function addPasskey(person: Person, name?: string) {
  const { id, options } = await api.call(calls.startPasskey, proof(person), person.as)
  const authenticator = makeAuthenticator(api.url)
  const body = { response: authenticator.register(options), ...(name ? { name } : {}) }
  const confirmed = await api.call(calls.confirmPasskey, { params: { id }, body }, person.as)
  return { ...confirmed, authenticator, options }
}

test('an app counts once its first code was given, and its holder hears of it', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id, secret, uri } = await api.call(calls.startTotp, proof(anna), anna.as)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(await list(anna)).toEqual({ factors: [], recoveryCodesLeft: 0 })
  expect((await api.ask(login, { body: credentialsOf(anna) })).status).toBe(200)

  const confirm = (code: string) =>
    api.ask(calls.confirmTotp, { params: { id }, body: { code, name: 'My phone' } }, anna.as)
  expect(keyOf(await confirm('000000'))).toBe('second_factor.code_invalid')
  expect(keyOf(await confirm('not a code'))).toBe('second_factor.code_invalid')
  const replies = await Promise.all([confirm(codeOf(secret)), confirm(codeOf(secret))])
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const [confirmed] = replies.filter((reply) => reply.ok)
  expect(confirmed?.body).toMatchObject({ factor: { id, kind: 'totp', name: 'My phone', lastUsedAt: null } })
  expect(confirmed?.body.recoveryCodes).toHaveLength(10)
  expect(await list(anna)).toMatchObject({ factors: [{ id }], recoveryCodesLeft: 10 })
  expect(await api.call(getUser, {}, anna.as)).toMatchObject({ hasSecondFactor: true })
  const mail = await api.inbox.next(anna.email, /second factor was added/)
  expect(mail.text).toContain('My phone')
  expect((await aChallenge(api, anna)).methods).toContain('totp')
})

test('secrets are encrypted: the table has neither the secret nor a code', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const { secret, recoveryCodes } = await anApp(api, ben)
  const { rows } = await api.context.pool.query<{ kept: string }>(
    `SELECT (SELECT json_agg(f)::text FROM second_factors f) || (SELECT json_agg(r)::text FROM recovery_codes r)
       || (SELECT string_agg(encode(secret_encrypted, 'escape'), '') FROM second_factors) AS kept`,
  )
  for (const one of [secret, ...recoveryCodes]) expect(rows[0]?.kept).not.toContain(one)
})

test('one app an account: a second is refused, and of two begun the later one holds', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const first = await api.call(calls.startTotp, proof(anna), anna.as)
  const second = await api.call(calls.startTotp, proof(anna), anna.as)
  const confirm = (begun: { id: string; secret: string }) =>
    api.ask(calls.confirmTotp, { params: { id: begun.id }, body: { code: codeOf(begun.secret) } }, anna.as)
  expect((await confirm(first)).status).toBe(404)
  expect((await confirm(second)).status).toBe(200)
  expect(keyOf(await api.ask(calls.startTotp, proof(anna), anna.as))).toBe('second_factor.exists')
})

test('what was begun waits for an hour, a passkey for ten minutes, and goes after a day', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const app = await api.call(calls.startTotp, proof(anna), anna.as)
  const passkey = await api.call(calls.startPasskey, proof(anna), anna.as)
  const age = (minutes: number) =>
    api.context.pool.query(
      `UPDATE second_factors SET created_at = now() - interval '${minutes} minutes' WHERE confirmed_at IS NULL`,
    )
  await age(11)
  const response = makeAuthenticator(api.url).register(passkey.options)
  const tooLate = { params: { id: passkey.id }, body: { response } }
  expect((await api.ask(calls.confirmPasskey, tooLate, anna.as)).status).toBe(404)
  await age(61)
  const late = { params: { id: app.id }, body: { code: codeOf(app.secret) } }
  expect((await api.ask(calls.confirmTotp, late, anna.as)).status).toBe(404)
  await age(1441)
  await purgeExpired(api.context)
  expect(await api.context.pool.query('SELECT FROM second_factors WHERE confirmed_at IS NULL')).toMatchObject(
    {
      rowCount: 0,
    },
  )
})

test('a passkey is made for this installation and this account, and never twice on one device', async () => {
  const anna = await api.person({ firstName: 'Anna', lastName: 'Muster' })
  const first = await addPasskey(anna)
  expect(first.options).toMatchObject({
    rp: { id: '127.0.0.1', name: 'Countersign' },
    user: { name: anna.email, displayName: 'Anna Muster' },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { userVerification: 'preferred' },
  })
  expect(first.factor).toMatchObject({ kind: 'passkey', name: 'Passkey' })
  expect(first.recoveryCodes).toHaveLength(10)
  const second = await addPasskey(anna, 'Desk')
  expect(second.options).toMatchObject({ excludeCredentials: [{ id: first.authenticator.credentialId }] })
  expect(second.recoveryCodes).toBeNull()
  // The same key once more, though the browser was told: the database refuses it.
  const { id, options } = await api.call(calls.startPasskey, proof(anna), anna.as)
  const again = { params: { id }, body: { response: first.authenticator.register(options) } }
  expect(keyOf(await api.ask(calls.confirmPasskey, again, anna.as))).toBe('second_factor.exists')
  expect((await list(anna)).factors.map((one) => one.name)).toEqual(['Passkey', 'Desk'])
})

test.each([
  ['made for another site', { origin: 'https://countersign.example.evil' }],
  ["made for another site's relying party", { relyingParty: 'example.org' }],
  ['an answer to a sign-in', { type: 'webauthn.get' }],
  ['an answer to another challenge', { challenge: 'AAAA' }],
  ['made without anybody there', { isPresent: false }],
  ['attested by a maker nobody asked for', { format: 'apple' }],
] as const)('a new passkey is refused that is %s', async (_what, but) => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id, options } = await api.call(calls.startPasskey, proof(anna), anna.as)
  const authenticator = makeAuthenticator(api.url)
  const confirm = (response: Record<string, unknown>) =>
    api.ask(calls.confirmPasskey, { params: { id }, body: { response } }, anna.as)
  expect(keyOf(await confirm(authenticator.register(options, but)))).toBe('second_factor.passkey_invalid')
  expect(keyOf(await confirm({}))).toBe('second_factor.passkey_invalid')
  expect((await confirm(authenticator.register(options))).status).toBe(200)
})

test('anyone who changes factors says the password again, and may not guess it', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id } = await anApp(api, anna)
  const bodies = [{}, { password: 'wrong-password' }]
  for (const body of bodies)
    for (const reply of [
      await api.ask(calls.startPasskey, { body }, anna.as),
      await api.ask(calls.removeSecondFactor, { params: { id }, body }, anna.as),
    ])
      expect(reply).toMatchObject({ status: 403, error: { key: 'password.wrong' } })
  await api.context.pool.query('DELETE FROM throttles')
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      api.ask(calls.renewRecoveryCodes, { body: { password: `wrong-password-${n}` } }, anna.as),
    ),
  )
  expect(guesses.filter((reply) => reply.status === 403)).toHaveLength(5)
  expect(guesses.filter((reply) => reply.status === 429)).toHaveLength(7)
  expect((await api.ask(calls.renewRecoveryCodes, proof(anna), anna.as)).status).toBe(429)
  expect(await list(anna)).toMatchObject({ factors: [{ id }], recoveryCodesLeft: 10 })
})

test('an account that has no password, for its company signs it in, needs none', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await api.context.pool.query('UPDATE accounts SET password_hash = NULL WHERE email = $1', [anna.email])
  const { id } = await api.call(calls.startTotp, { body: {} }, anna.as)
  expect(id).toMatch(/-/)
})

test('with the last factor the recovery codes go; each change is told by mail', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const app = await anApp(api, anna)
  const { factor } = await addPasskey(anna, 'Desk')
  const remove = (id: string) =>
    api.ask(calls.removeSecondFactor, { params: { id }, ...proof(anna) }, anna.as)
  const first = await remove(factor.id)
  expect(first).toMatchObject({ body: { factors: [{ id: app.id }], recoveryCodesLeft: 10 } })
  expect((await api.inbox.next(anna.email, /removed/)).text).toContain('Desk')
  expect((await remove(factor.id)).status).toBe(404)
  expect(await remove(app.id)).toMatchObject({ body: { factors: [], recoveryCodesLeft: 0 } })
  expect(keyOf(await api.ask(calls.renewRecoveryCodes, proof(anna), anna.as))).toBe('not_found')
  expect((await api.ask(login, { body: credentialsOf(anna) })).status).toBe(200)
})

test('new recovery codes make the old ones worthless', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { recoveryCodes } = await anApp(api, anna)
  const renewed = await api.call(calls.renewRecoveryCodes, proof(anna), anna.as)
  expect(new Set([...recoveryCodes, ...renewed.recoveryCodes]).size).toBe(20)
  await api.inbox.next(anna.email, /New recovery codes/)
  const { rows } = await api.context.pool.query(
    'SELECT count(*)::int AS kept FROM recovery_codes r JOIN accounts a ON a.id = r.account_id WHERE a.email = $1',
    [anna.email],
  )
  expect(rows).toEqual([{ kept: 10 }])
})

test("nobody reaches another's factors", async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const app = await anApp(api, anna)
  const begun = await api.call(calls.startPasskey, proof(anna), anna.as)
  const response = makeAuthenticator(api.url).register(begun.options)
  const confirmed = { params: { id: begun.id }, body: { response } }
  expect((await api.ask(calls.confirmPasskey, confirmed, ben.as)).status).toBe(404)
  const removed = { params: { id: app.id }, ...proof(ben) }
  expect((await api.ask(calls.removeSecondFactor, removed, ben.as)).status).toBe(404)
  expect(await list(ben)).toEqual({ factors: [], recoveryCodesLeft: 0 })
})

test('ten factors are enough, also of one that was begun before', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const app = await api.call(calls.startTotp, proof(anna), anna.as)
  for (let n = 0; n < 10; n += 1) await addPasskey(anna)
  expect(keyOf(await api.ask(calls.startPasskey, proof(anna), anna.as))).toBe('second_factor.too_many')
  const late = { params: { id: app.id }, body: { code: codeOf(app.secret) } }
  expect(keyOf(await api.ask(calls.confirmTotp, late, anna.as))).toBe('second_factor.too_many')
  expect((await list(anna)).factors).toHaveLength(10)
})

test('of codes that are guessed to set an app up ten are looked at, then not even the right one is', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id, secret } = await api.call(calls.startTotp, proof(anna), anna.as)
  const confirm = async (code: string) =>
    keyOf(await api.ask(calls.confirmTotp, { params: { id }, body: { code } }, anna.as))
  const keys = await Promise.all(Array.from({ length: 12 }, () => confirm('not a code')))
  expect(keys.filter((key) => key === 'second_factor.code_invalid')).toHaveLength(10)
  expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(2)
  expect(await confirm(codeOf(secret))).toBe('rate.exceeded')
})

test('two first factors at once: one of them brings the recovery codes', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const app = await api.call(calls.startTotp, proof(anna), anna.as)
  const passkey = await api.call(calls.startPasskey, proof(anna), anna.as)
  const response = makeAuthenticator(api.url).register(passkey.options)
  const both = await Promise.all([
    api.call(calls.confirmTotp, { params: { id: app.id }, body: { code: codeOf(app.secret) } }, anna.as),
    api.call(calls.confirmPasskey, { params: { id: passkey.id }, body: { response } }, anna.as),
  ])
  expect(both.filter((one) => one.recoveryCodes !== null)).toHaveLength(1)
  expect(await list(anna)).toMatchObject({ recoveryCodesLeft: 10 })
})
