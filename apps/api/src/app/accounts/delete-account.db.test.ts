import { utimes } from 'node:fs/promises'
import { getReport } from '@countersign/contract/audit-trail.ts'
import {
  confirmUserEmail,
  deleteUser,
  getUser,
  register,
  requestConfirmation,
  updateUser,
} from '@countersign/contract/accounts.ts'
import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { changeToAdmins, declineInvitation, inviteMembers } from '@countersign/contract/members.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import { startTotp } from '@countersign/contract/second-factors.ts'
import { login } from '@countersign/contract/sessions.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { createVisualSignature } from '@countersign/contract/visual-signatures.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())
afterEach(() => api.context.pool.query("DELETE FROM throttles WHERE key LIKE '%address%'"))

const pool = () => api.context.pool
const guest = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
const remove = (person: Person, password = person.password) =>
  api.ask(deleteUser, { body: { password } }, person.as)
const see = (id: string, as: string) => api.ask(requests.getSignatureRequest, { params: { id } }, as)
const order = (id: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] },
})
async function idOf(person: Person) {
  return (await api.call(getUser, {}, person.as)).id
}
/** The tables that name someone. */
async function tablesWith(pattern: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND has_table_privilege(oid, 'SELECT') ORDER BY relname`,
  )
  const found: string[] = []
  for (const { name } of rows)
    if ((await pool().query(`SELECT FROM ${name} t WHERE t::text ~* $1`, [pattern])).rowCount)
      found.push(name)
  return found
}
const eventsOf = async (id: string) =>
  (
    await pool().query(
      "SELECT type, seq, encode(hash, 'hex') AS hash FROM evidence_events WHERE request_id = $1 ORDER BY seq",
      [id],
    )
  ).rows as { type: string; seq: number; hash: string }[]

test('nothing personal is left but the id, which nobody ever gets again', async () => {
  const anna = await api.person({
    firstName: 'Annabella',
    lastName: 'Zumthor',
    lang: 'de',
    timeZone: 'Asia/Tokyo',
  })
  const id = await idOf(anna)
  const businessId = await aBusiness(api, { admins: [await api.person({ firstName: 'Ben' })] })
  await pool().query(
    `WITH a AS (UPDATE accounts SET mobile = '+41791234567', cello_ucc = 'Zumthor', pending_email = 'a@zumthor.example',
         signer_identity_email = email, part11_signing_name = 'Zumthor', part11_signing_reason = 'Zumthor',
         frontend_version = 'Zumthor', immutable_fields = '{mobile}' WHERE id = $1 RETURNING id, email),
       b AS (SELECT $2::uuid AS business_id),
       f AS (INSERT INTO second_factors (account_id, kind, name, confirmed_at) SELECT id, 'totp', 'Phone', now() FROM a),
       r AS (INSERT INTO recovery_codes (account_id, code_hash) SELECT id, '\\x01' FROM a),
       v AS (INSERT INTO visual_signatures (account_id, alias, kind, name, language) SELECT id, 'a', 'typed', 'A', 'de' FROM a),
       c AS (INSERT INTO login_challenges (token_hash, account_id, passkey_challenge, expires_at)
         SELECT '\\x01', id, 'c', now() FROM a),
       s AS (INSERT INTO single_sign_on_returns (code_hash, issuer, subject, email, provider, account_id, expires_at)
         SELECT '\\x01', 'https://company.example', 'anna', email, 'Company', id, now() FROM a),
       i AS (INSERT INTO identity_providers (business_id, revision, issuer, client_id, client_secret_encrypted, changed_at, tested_by, test_email)
         SELECT business_id, gen_random_uuid(), 'https://company.example', 'c', '\\x01', now(), id, email FROM a, b),
       p AS (INSERT INTO provisioned_users (business_id, email, account_id, family_name, created_at, changed_at)
         SELECT business_id, 'a@zumthor.example', id, 'Zumthor', now(), now() FROM a, b),
       o AS (INSERT INTO billing_orders (id, account_id, kind, provider, wish, state, created_at)
         SELECT gen_random_uuid(), id, 'UPGRADE', 'STRIPE', '{"address": "Zumthor", "foundation": "Zumthor"}', 'FAILED', now() FROM a),
       q AS (INSERT INTO billing_surveys (id, business_id, account_id, about, comment, at)
         SELECT gen_random_uuid(), business_id, id, 'trial', 'Zumthor', now() FROM a, b),
       k AS (INSERT INTO idempotency_keys (actor, key, fingerprint) SELECT 'account:' || id, 'k', '\\x01' FROM a)
     INSERT INTO identities (issuer, subject, account_id) SELECT 'https://company.example', 'anna', id FROM a`,
    [id, businessId],
  )
  await api.call(requestReset, { body: { email: anna.email } })
  expect(await keyOf(remove(anna))).toBe('ok')
  expect(await keyOf(api.ask(getUser, {}, anna.as))).toBe('auth.required')
  expect(await keyOf(api.ask(login, { body: { email: anna.email, password: anna.password } }))).toBe(
    'auth.credentials_invalid',
  )
  const left = await pool().query('SELECT * FROM accounts WHERE id = $1', [id])
  expect(left.rowCount).toBe(1)
  expect(left.rows[0]).toMatchObject({ id, email: '', first_name: '', time_zone: null, password_hash: null })
  expect(JSON.stringify(left.rows)).not.toMatch(/Annabella|Zumthor|example\.org/i)
  for (const table of [
    'second_factors',
    'recovery_codes',
    'visual_signatures',
    'identities',
    'confirmations',
    'login_challenges',
    'single_sign_on_returns',
    'provisioned_users',
  ])
    expect([
      table,
      (await pool().query(`SELECT FROM ${table} WHERE account_id = $1`, [id])).rowCount,
    ]).toEqual([table, 0])
  const keys = await pool().query('SELECT FROM idempotency_keys WHERE actor = $1', [`account:${id}`])
  expect(keys.rowCount).toBe(0)
  const browsers = await pool().query(
    'SELECT DISTINCT address, user_agent FROM sessions WHERE account_id = $1',
    [id],
  )
  expect(browsers.rows).toEqual([{ address: '', user_agent: '' }])
  // Of the whole database only the email that tells of the deletion, and the limits of emails to an address for a day.
  expect(await tablesWith(`Annabella|Zumthor|${anna.email}`)).toEqual(['mails', 'throttles'])
  const notice = await api.inbox.next(anna.email, /Konto wurde gelöscht/)
  expect(notice.links).toEqual([])
  // Named as the account had it: by then there is none.
  expect(notice.text).toContain('GMT+9 (Japanische Normalzeit)')

  // The address is free again, and the person who has it is someone else.
  await api.call(requestConfirmation, { body: { email: anna.email } })
  const { links } = await api.inbox.next(anna.email, /Confirm/)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const again = { firstName: 'New', lastName: 'Person', password: anna.password, gtc: true, token }
  expect((await api.call(register, { body: again })).id).not.toBe(id)
})

test('emails to the account go with it, but for the notice that tells so and those of requests', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const found = async () => {
    const { rows } = await pool().query<{ request_id: string | null; kind: string; state: string }>(
      'SELECT request_id, kind, state FROM mails WHERE recipient = $1 ORDER BY created_at',
      [anna.email],
    )
    return rows
  }
  const statesOf = async (kind: string) =>
    (await found()).filter((mail) => mail.kind === kind).map(({ state }) => state)
  await expect.poll(() => statesOf('invitation'), { timeout: 30_000 }).toEqual(['sent'])
  await api.call(requestReset, { body: { email: anna.email } })
  await expect.poll(() => statesOf('password_reset'), { timeout: 30_000 }).toEqual(['sent'])
  await api.fault('smtp', 'reject_recipient', -1)
  await api.call(requestReset, { body: { email: anna.email } })
  await expect.poll(() => statesOf('password_reset'), { timeout: 60_000 }).toEqual(['sent', 'failed'])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })

  expect(await keyOf(remove(anna))).toBe('ok')
  await api.inbox.next(anna.email, /deleted/)
  const left = await found()
  expect(left.filter(({ request_id }) => request_id === null).map(({ kind }) => kind)).toEqual([
    'security_notice',
  ])
  expect(left.filter(({ request_id }) => request_id === request.id)).toHaveLength(2)
})

test('invitations to businesses go with the account, answered or not', async () => {
  const [anna, ben, cara] = await Promise.all(
    ['Anna', 'Ben', 'Cara'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !cara) throw new Error('missing')
  const invite = async (by: Person) => {
    const id = await aBusiness(api, { admins: [by] })
    const body = { users: [anna, ben].map(({ email }) => ({ email })), message: 'Welcome' }
    const { invitedMembers } = await api.call(inviteMembers, { params: { id }, body }, by.as)
    return invitedMembers.find(({ email }) => email === anna.email)?.id ?? ''
  }
  await api.call(declineInvitation, { params: { inviteId: await invite(cara) } }, anna.as)
  await invite(await api.person({ firstName: 'Dora' }))
  const invited = async () => {
    const { rows } = await pool().query<{ email: string }>(
      'SELECT email FROM business_invitations WHERE email = ANY($1)',
      [[anna.email, ben.email]],
    )
    return rows.map(({ email }) => email).toSorted()
  }
  expect(await invited()).toHaveLength(4)
  expect(await keyOf(remove(anna))).toBe('ok')
  expect(await invited()).toEqual([ben.email, ben.email])
})

test('it takes the password, or without one the own email, and guesses are counted', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const ask = (body: { password?: string; email?: string }, as: string | undefined = anna.as) =>
    api.ask(deleteUser, { body }, as)
  expect(await ask({})).toMatchObject({ status: 400, error: { fields: [{ field: 'password' }] } })
  expect(await ask({ email: anna.email })).toMatchObject({ error: { fields: [{ field: 'password' }] } })
  expect(await ask({ password: anna.password }, 'Bearer nonsense')).toMatchObject({ status: 401 })
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyOf(remove(anna, 'wrong'))))
  expect(keys.filter((key) => key === 'password.wrong')).toHaveLength(5)
  expect(await keyOf(remove(anna))).toBe('rate.exceeded')

  await pool().query('UPDATE accounts SET password_hash = NULL WHERE email = $1', [anna.email])
  expect(await ask({ password: anna.password })).toMatchObject({ error: { fields: [{ field: 'email' }] } })
  expect(await ask({ email: 'other@example.org' })).toMatchObject({
    error: { fields: [{ field: 'email', code: 'different' }] },
  })
  expect(await ask({ email: anna.email.toUpperCase() })).toMatchObject({ ok: true })
})

test('the only admin of a business that will be deleted is told until when, and is free once another is an admin', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const name = 'Lindenhof AG'
  const businessId = await aBusiness(api, { name, admins: [anna], members: [ben] })
  const params = { id: businessId }
  expect(await remove(anna)).toMatchObject({ status: 409, error: { key: 'business.last_admin' } })
  const { deleteAt } = await api.call(deleteBusiness, { params, body: { name } }, anna.as)
  expect(await remove(anna)).toMatchObject({
    status: 409,
    error: { key: 'business.deletion_pending', until: deleteAt },
  })
  await api.call(changeToAdmins, { params, body: { user_ids: [await idOf(ben)] } }, anna.as)
  expect(await keyOf(remove(anna))).toBe('ok')

  // Nobody else is left in it: it is deleted with the account.
  expect(await keyOf(remove(ben))).toBe('ok')
})

test('of two deletions at once one is made, and one notice goes out', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const keys = await Promise.all([keyOf(remove(anna)), keyOf(remove(anna))])
  expect(keys.filter((key) => key === 'ok')).toHaveLength(1)
  await api.inbox.next(anna.email, /deleted/)
  const notices = await pool().query("SELECT FROM mails WHERE recipient = $1 AND kind = 'security_notice'", [
    anna.email,
  ])
  expect(notices.rowCount).toBe(1)
})

test('own drafts go, open requests are withdrawn, what is over stays with the others', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const outside = guest()
  const draft = await aDraft(api, { owner: anna })
  const done = await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  await api.call(sign, order(done.id), ben.as)
  const open = await aSignatureRequest(api, {
    owner: anna,
    title: 'Lease',
    signers: [{ email: ben.email }, { email: outside, sequence: 0 }, { email: guest(), sequence: 1 }],
  })
  const { as } = guestOf(linkIn(await api.inbox.next(outside)))
  await api.call(sign, order(open.id), ben.as)
  const before = {
    done: await eventsOf(done.id),
    open: await eventsOf(open.id),
    draft: await eventsOf(draft.id),
  }

  expect(await keyOf(remove(anna))).toBe('ok')
  const rows = await pool().query('SELECT id, status FROM signature_requests WHERE id = ANY($1)', [
    [draft.id, done.id, open.id],
  ])
  expect(
    Object.fromEntries(rows.rows.map((row: { id: string; status: string }) => [row.id, row.status])),
  ).toEqual({
    [done.id]: 'SIGNED',
    [open.id]: 'WITHDRAWN',
  })
  const upload = draft.documents[0]?.id
  expect((await pool().query('SELECT FROM documents WHERE id = $1', [upload])).rowCount).toBe(0)
  // For the others it is still who it was that asked them: the evidence says so for good.
  expect(await see(done.id, ben.as)).toMatchObject({
    ok: true,
    body: { status_overall: 'SIGNED', owner: { name: 'Anna Keller', email: anna.email } },
  })
  const listed = await api.call(requests.listSignatureRequests, { query: { send_by: anna.email } }, ben.as)
  expect(listed.items.map(({ owner }) => owner.email)).toEqual([anna.email, anna.email])
  const protocol = await api.call(getReport, { params: { id: done.id }, query: { type: 'HTML' } }, ben.as)
  expect(await protocol.text()).toContain(anna.email)
  expect(await see(open.id, ben.as)).toMatchObject({
    body: { status_overall: 'WITHDRAWN', viewer: { status: 'CANCELLED' } },
  })
  expect(await api.call(signDirect, order(open.id), as).catch((error: Error) => error.message)).toContain(
    'request.not_open',
  )
  // Who had signed and who was asked are told; whose turn had not come was never bothered.
  await api.inbox.next(outside, /withdrawn “Lease”/)
  await api.inbox.next(ben.email, /withdrawn “Lease”/)
  const told = await pool().query(
    "SELECT recipient FROM mails WHERE kind = 'withdrawn' AND request_id = $1",
    [open.id],
  )
  expect(told.rowCount).toBe(2)

  const after = {
    done: await eventsOf(done.id),
    open: await eventsOf(open.id),
    draft: await eventsOf(draft.id),
  }
  expect(after.done.slice(0, before.done.length)).toEqual(before.done)
  expect(after.draft).toEqual(before.draft)
  expect(after.open.slice(0, before.open.length)).toEqual(before.open)
  expect(after.open.some(({ type }) => type === 'withdrawn')).toBe(true)
})

test('what is over goes with the last account that sees it, unless a guest has a link to it', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const outside = guest()
  const signedBy = async (...signers: string[]) => {
    const emails = signers.map((email) => ({ email }))
    const { id, documents } = await aSignatureRequest(api, { owner: anna, signers: emails })
    if (signers.includes(anna.email)) await api.call(sign, order(id), anna.as)
    if (signers.includes(ben.email)) await api.call(sign, order(id), ben.as)
    return { id, document: documents[0]?.id ?? '' }
  }
  const alone = await signedBy(anna.email)
  const open = await aSignatureRequest(api, { owner: anna, signers: [{ email: anna.email }] })
  const others = [await signedBy(anna.email, ben.email), await signedBy(anna.email, outside)]
  const before = await eventsOf(alone.id)
  const files = await pool().query<{ sha256: string }>(
    `SELECT d.sha256 FROM documents d JOIN documents u ON u.id = d.root_id WHERE u.id = $1 ORDER BY d.created_at`,
    [alone.document],
  )
  const store = api.context.documentStore
  const isThere = () => Promise.all(files.rows.map(({ sha256 }) => store.has(sha256)))
  expect(await isThere()).toEqual([true, true])
  // What was written within the last hour may be an upload that is under way.
  const longAgo = Date.now() / 1000 - 7200
  for (const { sha256 } of files.rows) await utimes(await store.file(sha256), longAgo, longAgo)

  expect(await keyOf(remove(anna))).toBe('ok')
  const left = async () => {
    const ids = [alone, open, ...others].map(({ id }) => id)
    const { rows } = await pool().query<{ id: string }>(
      'SELECT id FROM signature_requests WHERE id = ANY($1)',
      [ids],
    )
    return rows.map(({ id }) => id).toSorted()
  }
  await expect.poll(left, { timeout: 30_000 }).toEqual(others.map(({ id }) => id).toSorted())
  expect((await pool().query('SELECT FROM documents WHERE id = $1', [alone.document])).rowCount).toBe(0)
  // The file that was uploaded is in the other requests, too.
  await expect.poll(isThere, { timeout: 30_000 }).toEqual([true, false])
  const after = await eventsOf(alone.id)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)?.type).toBe('left')
  expect(await see(others[0]?.id ?? '', ben.as)).toMatchObject({ ok: true })
})

test('what others wait for is signed by a link from then on', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const now = await aSignatureRequest(api, { owner: ben, title: 'Now', signers: [{ email: anna.email }] })
  const first = guest()
  const later = await aSignatureRequest(api, {
    owner: ben,
    title: 'Later',
    signers: [
      { email: first, sequence: 0 },
      { email: anna.email, sequence: 1 },
    ],
  })
  await api.inbox.next(anna.email, /Now/)
  expect(await keyOf(remove(anna))).toBe('ok')
  const invitation = await api.inbox.next(anna.email, /signature: “Now”/)
  const { as } = guestOf(linkIn(invitation))
  expect((await api.call(signDirect, order(now.id), as)).signatures).toMatchObject([{ status: 'SIGNED' }])
  // Nothing brings it back to the dashboard of an account that is gone.
  const access = await pool().query(
    `SELECT FROM request_access a JOIN accounts d ON d.id = a.account_id WHERE d.deleted_at IS NOT NULL`,
  )
  expect(access.rowCount).toBe(0)

  const firsts = guestOf(linkIn(await api.inbox.next(first)))
  await api.call(signDirect, order(later.id), firsts.as)
  const turn = guestOf(linkIn(await api.inbox.next(anna.email, /Later/)))
  expect((await api.call(signDirect, order(later.id), turn.as)).signatures).toMatchObject([
    { status: 'SIGNED' },
  ])
})

test('who gets the mailbox of a deleted account later does not find there what that account was asked to sign', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const request = await aSignatureRequest(api, { owner: ben, title: 'Old', signers: [{ email: anna.email }] })
  await api.inbox.next(anna.email, /Old/)
  expect(await keyOf(remove(anna))).toBe('ok')
  const { as } = guestOf(linkIn(await api.inbox.next(anna.email, /signature: “Old”/)))
  await api.inbox.next(anna.email, /deleted/)
  const next = await api.person({ firstName: 'Next', email: anna.email })
  expect((await api.call(requests.listSignatureRequests, {}, next.as)).items).toEqual([])
  const opened = await api.ask(requests.getSignatureRequest, { params: { id: request.id } }, next.as)
  expect(opened.status).toBe(404)
  // What is asked of the mailbox from now on is asked of its new account.
  const later = await aSignatureRequest(api, { owner: ben, title: 'New', signers: [{ email: anna.email }] })
  const { items } = await api.call(requests.listSignatureRequests, {}, next.as)
  expect(items.map(({ id }) => id)).toEqual([later.id])
  expect((await api.call(signDirect, order(request.id), as)).signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('a mail that fails after its sender has gone is told to nobody', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const email = guest()
  const request = await aSignatureRequest(api, { owner: anna, signers: [{ email }] })
  await api.inbox.next(email)
  await api.fault('smtp', 'reject_recipient', -1)
  const stateOf = async (kind: string) =>
    (
      await pool().query<{ state: string }>('SELECT state FROM mails WHERE request_id = $1 AND kind = $2', [
        request.id,
        kind,
      ])
    ).rows.map(({ state }) => state)
  expect(await keyOf(remove(anna))).toBe('ok')
  await expect.poll(() => stateOf('withdrawn'), { timeout: 60_000 }).toEqual(['failed'])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  expect(await stateOf('mail_failed')).toEqual([])
})

test('a deletion while the account is being asked to sign leaves no signature that nobody can reach', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  for (let n = 0; n < 4; n += 1) {
    const anna = await api.person({ firstName: 'Anna' })
    const drafts = await Promise.all(
      [1, 2, 3].map(() => aDraft(api, { owner: ben, signers: [{ email: anna.email }] })),
    )
    const [deleted, ...sent] = await Promise.all([
      keyOf(remove(anna)),
      ...drafts.map(({ id }) =>
        keyOf(api.ask(requests.initiateSignatureRequest, { params: { id } }, ben.as)),
      ),
    ])
    expect([deleted, ...sent]).toEqual(['ok', 'ok', 'ok', 'ok'])
  }
  const lost = await pool().query(
    `SELECT FROM signatures s JOIN accounts a ON a.id = s.account_id
     WHERE a.deleted_at IS NOT NULL AND s.status IN ('WAITING', 'OPEN')`,
  )
  expect(lost.rowCount).toBe(0)
})

test('an account that is signing and one that is deleted end in one state or the other', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const request = await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  const [, deleted] = await Promise.all([api.ask(sign, order(request.id), ben.as), keyOf(remove(anna))])
  expect(deleted).toBe('ok')
  const seen = await see(request.id, ben.as)
  if (!seen.ok) throw new Error('gone')
  expect(['SIGNED', 'WITHDRAWN']).toContain(seen.body.status_overall)
})

test('who signed by a link and makes an account later still sees who asked', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const email = guest()
  const request = await aSignatureRequest(api, { owner: anna, signers: [{ email }] })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  await api.call(signDirect, order(request.id), as)
  expect(await keyOf(remove(anna))).toBe('ok')
  await api.inbox.next(email, /Completed/)
  const cara = await api.person({ firstName: 'Cara', email })
  for (const query of [{}, { send_by: anna.email }, { search: anna.email }]) {
    const { items } = await api.call(requests.listSignatureRequests, { query }, cara.as)
    expect(items.map(({ owner }) => owner.email)).toEqual([anna.email])
  }
})

test('what is set up while the account is deleted is gone with it', async () => {
  const draft = { title: 'Lease', message: '', quality: 'SES' as const, documents: [] }
  for (let n = 0; n < 4; n += 1) {
    const anna = await api.person({ firstName: 'Anna' })
    const [deleted] = await Promise.all([
      keyOf(remove(anna)),
      ...Array.from({ length: 5 }, () => api.ask(createVisualSignature, { body: {} }, anna.as)),
      api.ask(startTotp, { body: { password: anna.password } }, anna.as),
      ...Array.from({ length: 5 }, () => api.ask(requests.createSignatureRequest, { body: draft }, anna.as)),
    ])
    expect(deleted).toBe('ok')
  }
  const left = await pool().query(
    `SELECT k.kind FROM accounts a JOIN (SELECT account_id, 'picture' AS kind FROM visual_signatures
       UNION ALL SELECT account_id, 'factor' FROM second_factors
       UNION ALL SELECT owner_id, 'draft' FROM signature_requests WHERE status = 'DRAFT') k ON k.account_id = a.id
     WHERE a.deleted_at IS NOT NULL`,
  )
  expect(left.rows).toEqual([])
})

test('a file that was taken out of a draft goes too; one that others have stays', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const draft = await aDraft(api, { owner: anna, documents: [aPdf(), aPdf()] })
  const [taken, kept] = draft.documents.map(({ id }) => id)
  const params = { id: draft.id, docId: taken ?? '' }
  await api.call(requests.removeDocument, { params }, anna.as)
  const shared = await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  expect(await keyOf(remove(anna))).toBe('ok')
  const ids = [taken, kept, shared.documents[0]?.id]
  const left = await pool().query('SELECT id FROM documents WHERE id = ANY($1)', [ids])
  expect(left.rows).toEqual([{ id: ids[2] }])
})

test('after a change of email the link goes to the new address, not to the one that was left behind', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const email = guest()
  await api.call(updateUser, { body: { email, password: anna.password } }, anna.as)
  const { links } = await api.inbox.next(email, /new email/)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  await api.call(confirmUserEmail, { body: { token } }, anna.as)
  expect(await keyOf(remove(anna))).toBe('ok')
  const { as } = guestOf(linkIn(await api.inbox.next(email, /sign/)))
  expect((await api.call(signDirect, order(request.id), as)).signatures).toMatchObject([{ status: 'SIGNED' }])
  const left = await pool().query('SELECT kind FROM mails WHERE request_id = $1 AND recipient = $2', [
    request.id,
    anna.email,
  ])
  expect(left.rows).toEqual([{ kind: 'invitation' }])
})
