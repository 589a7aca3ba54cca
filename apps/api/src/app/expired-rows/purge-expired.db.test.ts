import { declineInvitation, inviteMembers, revokeInvitation } from '@countersign/contract/members.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser } from '#api/testing/api-user.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { purgeExpired } from './purge-expired.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
}, 60_000)
afterAll(() => api?.stop())

const purgeIn = (days: number) =>
  purgeExpired({ ...api.context, now: () => new Date(Date.now() + days * 86_400_000) })

test('an invitation to a business is kept for 90 days after it was answered, revoked or expired', async () => {
  const [anna, ina] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ina' })])
  const id = await aBusiness(api, { admins: [anna] })
  const users = [ina.email, 'revoked@example.org', 'silent@example.org'].map((email) => ({ email }))
  const { invitedMembers } = await api.call(inviteMembers, { params: { id }, body: { users } }, anna.as)
  const [own, revoked] = users.map(({ email }) => invitedMembers.find((one) => one.email === email)?.id ?? '')
  await api.call(declineInvitation, { params: { inviteId: own ?? '' } }, ina.as)
  await api.call(revokeInvitation, { params: { id, inviteId: revoked ?? '' } }, anna.as)
  const left = async () => {
    const invitations = api.context.db.selectFrom('business_invitations').where('business_id', '=', id)
    return (await invitations.select('email').orderBy('email').execute()).map(({ email }) => email)
  }
  await purgeIn(89)
  expect(await left()).toHaveLength(3)
  await purgeIn(91)
  expect(await left()).toEqual(['silent@example.org'])
  // It could have been answered for 30 days.
  await purgeIn(119)
  expect(await left()).toEqual(['silent@example.org'])
  await purgeIn(121)
  expect(await left()).toEqual([])
})

test('an email that belongs to no request is kept for 90 days, if it isn’t still to be sent', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await aSignatureRequest(api, { owner: anna, signers: [{ email: 'guest@example.org' }] })
  const found = async () => {
    const mails = api.context.db
      .selectFrom('mails')
      .where('recipient', 'in', [anna.email, 'guest@example.org'])
    return mails.select(['id', 'kind', 'state']).orderBy('created_at').execute()
  }
  const statesOf = async () => (await found()).map(({ kind, state }) => `${kind} ${state}`)
  const reset = async (state: string) => {
    await api.call(requestReset, { body: { email: anna.email } })
    await expect
      .poll(async () => (await statesOf()).at(-1), { timeout: 60_000 })
      .toBe(`password_reset ${state}`)
  }
  await reset('sent')
  await reset('sent')
  await api.fault('smtp', 'reject_recipient', -1)
  await reset('failed')
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const waiting = (await found()).find(({ kind }) => kind === 'password_reset')?.id ?? ''
  await api.context.pool.query("UPDATE mails SET state = 'pending' WHERE id = $1", [waiting])
  await purgeIn(89)
  expect(await found()).toHaveLength(4)
  await purgeIn(91)
  expect(await statesOf()).toEqual(['invitation sent', 'password_reset pending'])
})

test('an audit trail that waits for the emails about a request is kept for a day', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id } = await aSignatureRequest(api, { owner: anna, signers: [{ email: 'trail@example.org' }] })
  const { pool } = api.context
  await pool.query(
    "INSERT INTO mailed_audit_trails (request_id, language, content) VALUES ($1, 'de', ''), ($1, 'en', '')",
    [id],
  )
  const left = async () =>
    (await pool.query('SELECT FROM mailed_audit_trails WHERE request_id = $1', [id])).rowCount
  await purgeIn(0.9)
  expect(await left()).toBe(2)
  await purgeIn(1.1)
  expect(await left()).toBe(0)
})

test('links, tokens and keys that are over are kept for a day or a week, for the person who looks into an incident', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await anApiUser(api, { admin: anna, businessId: await aBusiness(api, { admins: [anna] }) })
  const { pool } = api.context
  await pool.query(
    `WITH a AS (SELECT id FROM accounts WHERE email = $1),
       c AS (INSERT INTO confirmations (token_hash, email, flow, language, expires_at) VALUES ('over', 'over', 'register', 'en', now())),
       l AS (INSERT INTO login_challenges (token_hash, account_id, passkey_challenge, expires_at) SELECT 'over', id, '', now() FROM a),
       r AS (INSERT INTO single_sign_on_returns (code_hash, issuer, subject, email, provider, expires_at)
         VALUES ('over', '', '', 'over', '', now())),
       s AS (INSERT INTO sessions (token_hash, account_id, user_agent, expires_at)
         SELECT 'over', account_id, user_agent, now() FROM sessions, a WHERE account_id = a.id LIMIT 1),
       t AS (UPDATE api_tokens SET token_hash = 'over', expires_at = now()),
       q AS (INSERT INTO api_requests (api_user_id, at, method, path, status, milliseconds)
         SELECT id, now(), 'GET', 'over', 200, 1 FROM api_users),
       k AS (INSERT INTO idempotency_keys (actor, key, fingerprint) VALUES ('over', 'over', 'over'))
     INSERT INTO throttles (key, window_started_at, failures) VALUES ('over', now(), 1)`,
    [anna.email],
  )
  const left = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT 'confirmation' AS name FROM confirmations WHERE token_hash = 'over'
       UNION ALL SELECT 'challenge' FROM login_challenges WHERE token_hash = 'over'
       UNION ALL SELECT 'company sign-in' FROM single_sign_on_returns WHERE code_hash = 'over'
       UNION ALL SELECT 'session' FROM sessions WHERE token_hash = 'over'
       UNION ALL SELECT 'API token' FROM api_tokens WHERE token_hash = 'over'
       UNION ALL SELECT 'API request' FROM api_requests WHERE path = 'over'
       UNION ALL SELECT 'idempotency key' FROM idempotency_keys WHERE key = 'over'
       UNION ALL SELECT 'throttle' FROM throttles WHERE key = 'over'`,
    )
    return rows.map(({ name }) => name)
  }
  const forAWeek = ['confirmation', 'company sign-in', 'session', 'API request']
  await purgeIn(0.9)
  expect(await left()).toHaveLength(8)
  for (const days of [1.1, 6.9]) {
    await purgeIn(days)
    expect(await left()).toEqual(forAWeek)
  }
  await purgeIn(7.1)
  expect(await left()).toEqual([])
})

test('a transfer of requests stays closed to who has left until none of them waits any longer', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const { pool } = api.context
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email: 'guest@example.org' }] })
  await pool.query(
    `INSERT INTO ownership_transfers (account_id, since, until, to_id)
     SELECT ben.id, now() - interval '1 hour', now(), anna.id FROM accounts anna, accounts ben
     WHERE anna.email = $1 AND ben.email = $2`,
    [anna.email, ben.email],
  )
  const transfers = async () => (await pool.query('SELECT FROM ownership_transfers')).rowCount
  await purgeIn(30)
  expect(await transfers()).toBe(1)
  await pool.query(
    'UPDATE signature_requests SET owner_id = (SELECT to_id FROM ownership_transfers) WHERE id = $1',
    [id],
  )
  await purgeIn(0.9)
  expect(await transfers()).toBe(1)
  await purgeIn(1.1)
  expect(await transfers()).toBe(0)
})
