import {
  confirmUserEmail,
  getUser,
  register,
  requestConfirmation,
  updateUser,
  validConfirmation,
} from '@countersign/contract/accounts.ts'
import { changePassword, requestReset, resetPassword } from '@countersign/contract/passwords.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())
// Everybody here comes from one address.
afterEach(() => api.context.pool.query("DELETE FROM throttles WHERE key LIKE '%address%'"))

const next = 'violet-anchor-meadow-77'
const pool = () => api.context.pool

const signIn = (email: string, password: string) => keyOf(api.ask(login, { body: { email, password } }))
async function resetToken(email: string, subject = /password|Passwort/) {
  await api.call(requestReset, { body: { email } })
  return confirmationIn(await api.inbox.next(email, subject))
}
/** As someone whom the company's provider made known: without a password. */
async function withoutPassword(person: Person) {
  await pool().query('UPDATE accounts SET password_hash = NULL WHERE email = $1', [person.email])
}

test('a lost password is set again by a link that works once, and everything else ends', async () => {
  const anna = await api.person({ firstName: 'Anna', lang: 'de' })
  for (let n = 0; n < 6; n += 1) await signIn(anna.email, 'forgotten')
  expect(await signIn(anna.email, anna.password)).toBe('rate.exceeded')
  await pool().query(
    `INSERT INTO login_challenges (token_hash, account_id, passkey_challenge, expires_at)
     SELECT '\\x01', id, 'c', now() + interval '5 minutes' FROM accounts WHERE email = $1`,
    [anna.email],
  )
  const { link, token } = await resetToken(anna.email)
  expect([link.origin, link.pathname]).toEqual([api.url, '/password-reset/confirm'])
  expect(await api.call(validConfirmation, { body: { token } })).toEqual({ email: anna.email, flow: 'reset' })
  expect(await keyOf(api.ask(resetPassword, { body: { token, new: 'password1234' } }))).toBe('password.weak')
  expect(await api.call(resetPassword, { body: { token, new: next } })).toEqual({ email: anna.email })
  expect(await keyOf(api.ask(resetPassword, { body: { token, new: next } }))).toBe('confirmation.invalid')
  expect(await keyOf(api.ask(getUser, {}, anna.as))).toBe('auth.required')
  expect(await signIn(anna.email, next)).toBe('ok')
  await api.inbox.next(anna.email, /zurückgesetzt/)
  const open = await pool().query('SELECT FROM login_challenges WHERE used_at IS NULL')
  expect(open.rowCount).toBe(0)
})

test('a browser that has signed in before is let in with the new password after too many wrong ones', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const first = await api.ask(login, { body: { email: anna.email, password: anna.password } })
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const signInHere = (password: string) =>
    keyOf(api.ask(login, { body: { email: anna.email, password } }, undefined, { cookie }))
  for (let n = 0; n < 6; n += 1) await signInHere('forgotten')
  expect(await signInHere(anna.password)).toBe('rate.exceeded')
  const { token } = await resetToken(anna.email)
  await api.call(resetPassword, { body: { token, new: next } })
  expect(await signInHere(next)).toBe('ok')
})

test('wrong guesses at the forgotten password keep nobody from changing the new one', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const change = (old: string, as: string) =>
    keyOf(api.ask(changePassword, { body: { old, new: `${next}8` } }, as))
  await Promise.all(Array.from({ length: 5 }, () => change('forgotten', anna.as)))
  expect(await change(anna.password, anna.as)).toBe('rate.exceeded')
  const { token } = await resetToken(anna.email)
  await api.call(resetPassword, { body: { token, new: next } })
  const session = await api.call(login, { body: { email: anna.email, password: next } })
  expect(await change(next, `Bearer ${session.token}`)).toBe('ok')
})

test('of two resets with one token one is made', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { token } = await resetToken(anna.email)
  const keys = await Promise.all(
    [1, 2].map((n) => keyOf(api.ask(resetPassword, { body: { token, new: `${next}${n}` } }))),
  )
  expect(keys.toSorted()).toEqual(['confirmation.invalid', 'ok'])
})

test('a link lives an hour, a new one voids the one before, and a changed password voids all', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const first = await resetToken(anna.email)
  const second = await resetToken(anna.email)
  const lookAt = (token: string) => keyOf(api.ask(validConfirmation, { body: { token } }))
  expect([await lookAt(first.token), await lookAt(second.token)]).toEqual(['confirmation.invalid', 'ok'])
  const lives = await pool().query(
    `SELECT max(expires_at - created_at) AS life FROM confirmations WHERE flow = 'reset'`,
  )
  expect(lives.rows[0]).toMatchObject({ life: { hours: 1 } })
  await api.call(changePassword, { body: { old: anna.password, new: next } }, anna.as)
  expect(await lookAt(second.token)).toBe('confirmation.invalid')
  const third = await resetToken(anna.email, /Set a new/)
  await pool().query(`UPDATE confirmations SET expires_at = now() - interval '1 second' WHERE flow = 'reset'`)
  expect(await keyOf(api.ask(resetPassword, { body: { token: third.token, new: next } }))).toBe(
    'confirmation.invalid',
  )
})

test('whether there is an account only the mailbox learns: answer and work are the same', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const company = await api.person({ firstName: 'Cora', lang: 'de', email: 'cora@company.example' })
  await withoutPassword(company)
  const stranger = 'nobody-here@example.org'
  const written = async (email: string) => {
    const reply = await api.ask(requestReset, { body: { email } })
    const counted = await pool().query(
      `SELECT (SELECT count(*) FROM confirmations WHERE email = $1 AND flow = 'reset') AS links,
              (SELECT count(*) FROM mails WHERE recipient = $1
               AND kind IN ('password_reset', 'no_account', 'company_sign_in')) AS mails`,
      [email],
    )
    return { reply: reply.ok && reply.body, status: reply.status, ...counted.rows[0] }
  }
  const [known, unknown, companys] = [
    await written(anna.email),
    await written(stranger),
    await written(company.email),
  ]
  expect(unknown).toEqual(known)
  expect(companys).toEqual(known)
  expect((await api.inbox.next(stranger, /no account/)).links).toEqual([`${api.url}/signup`])
  const mail = await api.inbox.next(company.email, /Unternehmen/)
  expect(mail.links).toEqual([`${api.url}/login`])
  expect(mail.text).not.toContain('token=')
})

test('a link that was asked for while the email changed is worth nothing in the old mailbox', async () => {
  const email = `${crypto.randomUUID()}@example.org`
  // Asked for when there was no account yet: the next one has to void it, and waits for the person who holds it.
  await api.call(requestReset, { body: { email } })
  await api.inbox.next(email, /no account/)
  const anna = await api.person({ firstName: 'Anna', email })
  const holder = await pool().connect()
  await holder.query('BEGIN')
  await holder.query("SELECT FROM confirmations WHERE email = $1 AND flow = 'reset' FOR UPDATE", [email])
  const reset = api.call(requestReset, { body: { email } })
  // Of this database alone, which a lock on a row doesn't name.
  const waiting =
    'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()'
  const waits = async () => (await pool().query(waiting)).rowCount
  await expect.poll(waits).toBe(1)
  const moved = `${crypto.randomUUID()}@example.org`
  await api.call(updateUser, { body: { email: moved, password: anna.password } }, anna.as)
  const asked = (await api.inbox.next(moved, /new email/)).links[0] ?? ''
  const token = new URL(asked).searchParams.get('token') ?? ''
  await api.call(confirmUserEmail, { body: { token } }, anna.as)
  await holder.query('COMMIT')
  holder.release()
  await reset
  const late = (await api.inbox.next(email, /Set a new/)).links[0] ?? ''
  const body = { token: new URL(late).searchParams.get('token') ?? '', new: next }
  expect(await keyOf(api.ask(resetPassword, { body }))).toBe('confirmation.invalid')
  expect(await signIn(moved, anna.password)).toBe('ok')
})

test('resets are limited for an address of mail, whether it has an account or not', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  for (const email of [anna.email, 'nobody-either@example.org']) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => api.ask(requestReset, { body: { email } })),
    )
    const refused = replies.filter((reply) => !reply.ok)
    expect(refused).toHaveLength(3)
    expect(refused.every((reply) => reply.status === 429 && reply.headers.has('retry-after'))).toBe(true)
  }
})

test('a token does only what it was mailed for', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { token } = await resetToken(anna.email)
  const asNew = { firstName: 'Eve', lastName: 'E', password: next, token, gtc: true }
  expect(await keyOf(api.ask(register, { body: asNew }))).toBe('confirmation.invalid')
  const email = 'fresh@example.org'
  await api.call(requestConfirmation, { body: { email } })
  const { links } = await api.inbox.next(email)
  const signup = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  expect(await keyOf(api.ask(resetPassword, { body: { token: signup, new: next } }))).toBe(
    'confirmation.invalid',
  )
  const asked = { email, flow: 'reset' as 'signup' }
  expect(await keyOf(api.ask(requestConfirmation, { body: asked }))).toBe('validation.failed')
})
