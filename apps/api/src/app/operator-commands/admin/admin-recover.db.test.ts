import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import { requestReset, resetPassword } from '@countersign/contract/passwords.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { anApp } from '#api/testing/second-factor.ts'
import { operate, operateAsProcess } from '../testing/operate.ts'

let api: TestApi
let anna: Person
let ben: Person
let businessId: string
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aBusiness(api, { admins: [anna], members: [ben] })
})
afterAll(() => api?.stop())

const recover = (...args: string[]) => operate(['admin', 'recover', ...args], api.environment)
const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>, headers = {}) =>
  api.ask(login, { body: { email, password } }, undefined, headers)
const tokenIn = ({ links }: { readonly links: readonly string[] }) =>
  new URL(links.find((link) => link.includes('token')) ?? '').searchParams.get('token') ?? ''
const actions = async () =>
  (await api.call(listAdministration, { params: { id: businessId }, query: {} }, anna.as)).items

test('without options the account is shown, and nothing is changed', async () => {
  await anApp(api, ben)
  const shown = await recover(ben.email, '--json')
  expect([shown.status, JSON.parse(shown.output)]).toEqual([
    0,
    { email: ben.email, sessions: 1, secondFactors: 1, hasPassword: true },
  ])
  expect((await api.ask(getUser, {}, ben.as)).status).toBe(200)
  expect((await actions()).map(({ type }) => type)).not.toContain('account_recovered')
})

test('it asks before it does anything, and elsewhere wants --yes', async () => {
  const line = ['admin', 'recover', ben.email, '--end-sessions']
  const asked = await operateAsProcess(line, api.environment, 'y\n')
  expect(asked).toMatchObject({ status: 2, errors: expect.stringContaining('Add --yes to confirm') })
  expect((await api.ask(getUser, {}, ben.as)).status).toBe(200)
})

test('a person who lost their second factor and password gets back in by a link, and learns of it', async () => {
  await api.call(requestReset, { body: { email: ben.email } })
  const earlier = tokenIn(await api.inbox.next(ben.email, /password/))
  const { pool } = api.context
  const { id } = (await pool.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [ben.email]))
    .rows[0] ?? { id: '' }
  const failures = ['password:account:', 'second-factor:account:', 'second-factor:day:'].map(
    (key) => key + id,
  )
  await pool.query(
    'INSERT INTO throttles (key, window_started_at, failures) SELECT key, now(), 20 FROM unnest($1::text[]) key',
    [failures],
  )
  const { status, output, errors } = await recover(
    ben.email,
    '--remove-second-factor',
    '--reset-password',
    '--unlock',
    '--yes',
  )
  expect([status, errors]).toEqual([0, ''])
  expect(output).toBe(
    `1 session ended.\n1 second factor removed, and all recovery codes.\n` +
      `A link to set a new password is on its way; it works for an hour.\nFailed attempts are forgotten.\n` +
      `${ben.email} is emailed about it.\n`,
  )
  expect((await api.ask(getUser, {}, ben.as)).status).toBe(401)
  const notice = await api.inbox.next(ben.email, /operator/)
  expect(notice.text).toContain('If you asked for this, no action is needed.')
  expect(notice.text).not.toContain('IP address')
  const token = tokenIn(await api.inbox.next(ben.email, /password/))
  expect(output).not.toContain(token)
  for (const left of [
    await pool.query('SELECT FROM throttles WHERE key = ANY($1)', [failures]),
    await pool.query('SELECT FROM recovery_codes WHERE account_id = $1', [id]),
  ])
    expect(left.rowCount).toBe(0)
  const password = 'a fresh Horse of 1 battery'
  // Of two links the newest works.
  expect(await api.ask(resetPassword, { body: { token: earlier, new: password } })).toMatchObject({
    error: { key: 'confirmation.invalid' },
  })
  await api.call(resetPassword, { body: { token, new: password } })
  expect((await logIn({ email: ben.email, password })).status).toBe(200)
  expect((await actions())[0]).toMatchObject({
    type: 'account_recovered',
    data: { email: ben.email, done: ['removeSecondFactors', 'resetPassword', 'unlock'] },
  })
})

test('a person who typed a wrong password too often may try again at once', async () => {
  const cleo = await api.person({ firstName: 'Cleo' })
  const wrong = { email: cleo.email, password: 'not the password 1' }
  for (let n = 0; n < 6; n += 1) await logIn(wrong)
  expect((await logIn(cleo)).status).toBe(429)
  expect((await recover(cleo.email, '--unlock', '--yes')).status).toBe(0)
  const signedIn = await logIn(cleo)
  expect(signedIn.status).toBe(200)

  // In a browser that has signed in before, too: its tries are counted separately.
  const known = { cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  for (let n = 0; n < 6; n += 1) await logIn(wrong, known)
  expect((await logIn(cleo, known)).status).toBe(429)
  await recover(cleo.email, '--unlock', '--yes')
  expect((await logIn(cleo, known)).status).toBe(200)
})

test('without the master key of the installation nothing is done, and no other is made', async () => {
  const folder = join(api.context.config.dataDirectory, 'without-a-key')
  const environment = { ...api.environment, COUNTERSIGN_MASTER_KEY: '', COUNTERSIGN_DATA: folder }
  expect(
    await operate(['admin', 'recover', anna.email, '--end-sessions', '--yes'], environment),
  ).toMatchObject({ status: 2, errors: expect.stringContaining('COUNTERSIGN_MASTER_KEY is not set') })
  expect(existsSync(folder)).toBe(false)
  expect((await api.ask(getUser, {}, anna.as)).status).toBe(200)
})

test('an unknown address and wrong arguments are refused', async () => {
  expect(await recover('nobody@example.org', '--unlock', '--yes')).toMatchObject({
    status: 1,
    errors: 'There is no account nobody@example.org.\n',
  })
  expect((await recover()).status).toBe(2)
  expect((await recover('a@b.ch', 'c@d.ch')).status).toBe(2)
})
