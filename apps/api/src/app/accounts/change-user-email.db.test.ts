import * as accounts from '@countersign/contract/accounts.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import { requestReset, resetPassword } from '@countersign/contract/passwords.ts'
import { login } from '@countersign/contract/sessions.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { getSignatureRequest, listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aCompanyWithSignIn, requireProvider } from '#api/testing/company/company-sign-in.ts'
import { endIdentification } from '#api/testing/identification/pages.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())
afterEach(() => api.context.pool.query("DELETE FROM throttles WHERE key LIKE '%address%'"))

let count = 0
const anEmail = () => `moved-${(count += 1)}@example.org`
const pool = () => api.context.pool
const update = (person: Person, body: Parameters<typeof api.ask<typeof accounts.updateUser>>[1]['body']) =>
  api.ask(accounts.updateUser, { body }, person.as)
async function tokenFor(email: string, about = /new email|neue E-Mail/) {
  return confirmationIn(await api.inbox.next(email, about)).link
}
async function askedFor(person: Person, email: string): Promise<string> {
  expect(await keyOf(update(person, { email, password: person.password }))).toBe('ok')
  return (await tokenFor(email)).searchParams.get('token') ?? ''
}
/** Those that were written, sent or not. */
async function mailsTo(recipient: string, requestId: string | null = null): Promise<string[]> {
  const { rows } = await pool().query<{ kind: string }>(
    'SELECT kind FROM mails WHERE recipient = $1 AND ($2::uuid IS NULL OR request_id = $2)',
    [recipient, requestId],
  )
  return rows.map(({ kind }) => kind)
}
const confirm = (token: string, as: string | undefined) =>
  keyOf(api.ask(accounts.confirmUserEmail, { body: { token } }, as))

test('a new email holds once its mailbox said so; the old one is told, and requests follow', async () => {
  const [anna, ben] = await Promise.all([
    api.person({ firstName: 'Anna', lang: 'de' }),
    api.person({ firstName: 'Ben' }),
  ])
  const email = anEmail()
  const own = await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  const waiting = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const reset = api.call(requestReset, { body: { email: anna.email } })
  await reset
  const oldReset = (await tokenFor(anna.email, /Neues Passwort setzen/)).searchParams.get('token') ?? ''

  // A link for something else changes no address.
  expect(await confirm(oldReset, anna.as)).toBe('confirmation.invalid')
  const asked = await update(anna, { email, password: anna.password })
  expect(asked).toMatchObject({ body: { email: anna.email, pendingEmail: email } })
  const link = await tokenFor(email)
  expect([link.origin, link.pathname]).toEqual([api.url, '/profile/confirm'])
  const token = link.searchParams.get('token') ?? ''
  expect(await api.call(accounts.validConfirmation, { body: { token } })).toEqual({ email, flow: 'email' })

  const moved = await api.call(accounts.confirmUserEmail, { body: { token } }, anna.as)
  expect(moved).toMatchObject({ email, pendingEmail: null })
  const notice = await api.inbox.next(anna.email, /E-Mail-Adresse Ihres Kontos wurde geändert/)
  expect(notice.text).toContain(email)
  expect(await keyOf(api.ask(login, { body: { email, password: anna.password } }))).toBe('ok')
  expect(await keyOf(api.ask(login, { body: { email: anna.email, password: anna.password } }))).toBe(
    'auth.credentials_invalid',
  )
  expect(await confirm(token, anna.as)).toBe('confirmation.invalid')
  // A link in the mailbox that was left behind opens nothing.
  expect(await keyOf(api.ask(accounts.validConfirmation, { body: { token: oldReset } }))).toBe(
    'confirmation.invalid',
  )
  expect(
    await keyOf(api.ask(resetPassword, { body: { token: oldReset, new: 'violet-anchor-meadow-77' } })),
  ).toBe('confirmation.invalid')
  expect(await api.call(getSignatureRequest, { params: { id: waiting.id } }, anna.as)).toMatchObject({
    viewer: { role: 'signer', status: 'TO_SIGN' },
  })
  const byOwner = await api.call(listSignatureRequests, { query: { send_by: email } }, ben.as)
  expect(byOwner.items.map(({ id }) => id)).toEqual([own.id])
  const found = await api.call(listSignatureRequests, { query: { search: email } }, ben.as)
  expect(found.items.map(({ id }) => id)).toContain(own.id)
})

test('the log of a member’s business says what their email was before', async () => {
  const [anna, ben] = await Promise.all(['Anna', 'Ben'].map((firstName) => api.person({ firstName })))
  if (!anna || !ben) throw new Error('missing')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const email = anEmail()
  expect(await confirm(await askedFor(ben, email), ben.as)).toBe('ok')
  const log = { params: { id }, query: { type: 'member_changed' as const } }
  const { items } = await api.call(listAdministration, log, anna.as)
  expect(items).toMatchObject([{ data: { before: { email: ben.email }, after: { email } } }])
})

test('a new email takes the password, and guesses at it are counted', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const email = anEmail()
  expect(await update(anna, { email })).toMatchObject({
    error: { key: 'validation.failed', fields: [{ field: 'password' }] },
  })
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => keyOf(update(anna, { email, password: 'wrong', firstName: 'Eve' }))),
  )
  expect(keys.filter((key) => key === 'password.wrong')).toHaveLength(5)
  expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(3)
  expect(await api.call(accounts.getUser, {}, anna.as)).toMatchObject({
    firstName: 'Anna',
    pendingEmail: null,
  })
  expect(await mailsTo(email)).toEqual([])
  // One's own address is no new one.
  expect(await update(anna, { email: anna.email.toUpperCase() })).toMatchObject({
    ok: true,
    body: { pendingEmail: null },
  })
})

test('a name and a number that are verified while the password is checked are not typed over', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const mia = await aPersonWithMobile(api, { firstName: 'Mia', lastName: 'Keller' })
  await aPayingBusiness(api, ben, [mia])
  const begun = await api.call(identificationCalls.user.eidas.video.create, { body: {} }, mia.as)
  const email = anEmail()
  const client = await pool().connect()
  try {
    // Keeps the call between its two transactions, where the mails to the new address are counted.
    await client.query('BEGIN')
    await client.query('INSERT INTO throttles (key, window_started_at, failures) VALUES ($1, now(), 1)', [
      `email-change:email:${email}`,
    ])
    const change = { firstName: 'Mallory', attributes: { mobile: '+41791234599' } }
    const late = update(mia, { email, password: mia.password, ...change })
    await expect
      .poll(async () => {
        const { rowCount } = await pool().query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return rowCount
      })
      .toBe(1)
    await endIdentification(begun.identUrl ?? '', 'success')
    await vi.waitFor(
      async () => {
        const { attributes } = await api.call(accounts.getUser, {}, mia.as)
        expect(attributes.immutableEidFields).toContain('mobile')
      },
      { timeout: 20_000, interval: 100 },
    )
    await client.query('COMMIT')
    expect(await late).toMatchObject({
      error: {
        fields: [
          { field: 'firstName', code: 'immutable' },
          { field: 'attributes.mobile', code: 'immutable' },
        ],
      },
    })
  } finally {
    client.release()
  }
  const user = await api.call(accounts.getUser, {}, mia.as)
  expect(user).toMatchObject({ firstName: 'Mia', pendingEmail: null, attributes: { mobile: mia.mobile } })
})

test('a new email is announced until its link expires', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const email = anEmail()
  await askedFor(anna, email)
  const announced = async () => (await api.call(accounts.getUser, {}, anna.as)).pendingEmail
  expect(await announced()).toBe(email)
  await pool().query("UPDATE confirmations SET expires_at = now() - interval '1 second' WHERE email = $1", [
    email,
  ])
  expect(await announced()).toBeNull()
})

test('an address that has an account is answered like any other, and its holder alone is told', async () => {
  const [anna, ben] = await Promise.all([
    api.person({ firstName: 'Anna' }),
    api.person({ firstName: 'Ben', lang: 'de' }),
  ])
  const taken = await update(anna, { email: ben.email, password: anna.password })
  const free = await update(anna, { email: anEmail(), password: anna.password })
  if (!taken.ok || !free.ok) throw new Error('refused')
  expect({ ...taken.body, pendingEmail: null }).toEqual({ ...free.body, pendingEmail: null })
  const mail = await api.inbox.next(ben.email, /gibt es bereits ein Konto/)
  expect(mail.links).toEqual([`${api.url}/login`])
})

test('only the account that asked may confirm, and only the newest link', async () => {
  const [anna, eve] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Eve' })])
  const email = anEmail()
  const first = await askedFor(anna, email)
  const second = await askedFor(anna, email)
  expect(await confirm(second, eve.as)).toBe('confirmation.invalid')
  expect(await confirm(second, undefined)).toBe('auth.required')
  expect(await confirm(first, anna.as)).toBe('confirmation.invalid')
  await api.call(accounts.cancelUserEmail, {}, anna.as)
  expect(await confirm(second, anna.as)).toBe('confirmation.invalid')
  expect(await api.call(accounts.getUser, {}, anna.as)).toMatchObject({ pendingEmail: null })
  const registration = { firstName: 'E', lastName: 'E', password: 'violet-anchor-meadow-77', gtc: true }
  const third = await askedFor(anna, anEmail())
  expect(await keyOf(api.ask(accounts.register, { body: { ...registration, token: third } }))).toBe(
    'confirmation.invalid',
  )
})

test('of two confirmations at once one counts; of two accounts that want one address one gets it', async () => {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const email = anEmail()
  const token = await askedFor(anna, email)
  const rival = await askedFor(ben, email)
  const keys = await Promise.all([confirm(token, anna.as), confirm(token, anna.as), confirm(rival, ben.as)])
  expect(keys.filter((key) => key === 'ok')).toHaveLength(1)
  const rows = await pool().query('SELECT FROM accounts WHERE email = $1', [email])
  expect(rows.rowCount).toBe(1)
  // Anyone who lost is told why, again and again: the token is not used up by it.
  const [loser, other] = keys[2] === 'ok' ? [anna, token] : [ben, rival]
  expect(await confirm(other, loser.as)).toBe('account.exists')
  expect(await api.call(accounts.getUser, {}, loser.as)).toMatchObject({ email: loser.email })
})

test('an account of a company keeps the email that its provider gave it', async () => {
  const anna = await api.person({ firstName: 'Anna', email: `${crypto.randomUUID()}@company.example` })
  await pool().query(
    `INSERT INTO identities (issuer, subject, account_id) SELECT 'https://company.example', $1, id FROM accounts WHERE email = $1`,
    [anna.email],
  )
  expect(await keyOf(update(anna, { email: anEmail(), password: anna.password }))).toBe('not_allowed')
  expect(await keyOf(update(anna, { email: anna.email, firstName: 'Anne' }))).toBe('ok')
})

test('an account outside a company doesn’t move to an address where its company sign-in is required', async () => {
  const company = await aCompanyWithSignIn(api)
  const [carla, dora] = await Promise.all([
    api.person({ firstName: 'Carla' }),
    api.person({ firstName: 'Dora' }),
  ])
  const late = await askedFor(dora, `dora@${company.domain}`)
  const leaving = await askedFor(company.ben, anEmail())
  await requireProvider(api, company)
  const newcomer = `new@${company.domain}`
  for (const email of [newcomer, company.ben.email])
    expect(await keyOf(update(carla, { email, password: carla.password }))).toBe(
      'auth.company_sign_in_required',
    )
  expect(await mailsTo(newcomer)).toEqual([])
  expect(await confirm(late, dora.as)).toBe('confirmation.invalid')
  expect(await api.call(accounts.getUser, {}, dora.as)).toMatchObject({ email: dora.email })
  // Nor does one of the company's move away from it, by a link that it got before.
  expect(await confirm(leaving, company.ben.as)).toBe('confirmation.invalid')
})

test('a company’s provider that has no say in the account any longer doesn’t know it at its new address', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const email = anEmail()
  const identities = () => pool().query('SELECT FROM identities WHERE subject = $1', [anna.email])
  await pool().query(
    `INSERT INTO identities (issuer, subject, account_id) SELECT 'https://former.example', email, id FROM accounts WHERE email = $1`,
    [anna.email],
  )
  const token = await askedFor(anna, email)
  expect((await identities()).rowCount).toBe(1)
  expect(await confirm(token, anna.as)).toBe('ok')
  expect((await identities()).rowCount).toBe(0)
})

test('mail about requests goes where the account is now, and the mailbox left behind signs nothing', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const old = anEmail()
  const open = await aSignatureRequest(api, { owner: ben, title: 'Now', signers: [{ email: old }] })
  const later = await aSignatureRequest(api, {
    owner: ben,
    title: 'Later',
    signers: [
      { email: ben.email, sequence: 0 },
      { email: old, sequence: 1 },
    ],
  })
  const left = guestOf(linkIn(await api.inbox.next(old, /Now/)))
  const cara = await api.person({ firstName: 'Cara', email: old })
  const email = anEmail()
  const own = await aSignatureRequest(api, { owner: cara, title: 'Own', signers: [{ email: old }] })
  expect(await confirm(await askedFor(cara, email), cara.as)).toBe('ok')

  const order = (id: string) => ({ body: { signatureRequests: [{ signatureRequestId: id }] } })
  await api.call(sign, order(later.id), ben.as)
  const invitation = await api.inbox.next(email, /Later/)
  expect(invitation.links).toEqual([`${api.url}/view/${later.id}`])
  expect(await mailsTo(old, later.id)).toEqual([])
  expect(await keyOf(api.ask(signDirect, order(open.id), left.as))).toBe('auth.link_account')
  expect((await api.call(sign, order(open.id), cara.as)).signatures).toMatchObject([{ status: 'SIGNED' }])
  // The owner who signed too is one person, whatever the email was when they were asked.
  await api.call(sign, order(own.id), cara.as)
  const copies = await pool().query(
    "SELECT recipient FROM mails WHERE request_id = $1 AND kind = 'signed_copy'",
    [own.id],
  )
  expect(copies.rows).toEqual([{ recipient: email }])
})
