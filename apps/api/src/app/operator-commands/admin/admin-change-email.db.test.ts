import { login } from '@countersign/contract/sessions.ts'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertAddresses } from '#api/app/addresses/convert-addresses.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import type { Finding } from '../doctor/finding.ts'
import { operate } from '../testing/operate.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

const change = (...args: string[]) => operate(['admin', 'change-email', ...args], api.environment)
const idOf = async (email: string): Promise<string> => {
  const { rows } = await api.context.pool.query('SELECT id FROM accounts WHERE email = $1', [email])
  return rows[0].id
}
async function examineAddresses(): Promise<Finding[]> {
  const { output } = await operate(['doctor', '--json'], api.environment)
  const { findings } = JSON.parse(output) as { findings: Finding[] }
  return findings.filter(({ part }) => part === 'addresses')
}

test('two accounts of one mailbox are named, and the second one gets an address of its own', async () => {
  const { pool } = api.context
  const [first, second] = [
    await api.person({ firstName: 'First' }),
    await api.person({ firstName: 'Second' }),
  ]
  const [one, two] = [await idOf(first.email), await idOf(second.email)]
  await aDraft(api, { owner: second, title: 'Of the second' })
  const ben = await api.person({ firstName: 'Ben' })
  const signers = [{ email: 'second@bücher.example' }]
  await aSignatureRequest(api, { owner: ben, title: 'For the second', signers })
  await pool.query('UPDATE accounts SET email = $1 WHERE id = $2', ['anna@xn--bcher-kva.example', one])
  await pool.query('UPDATE accounts SET email = $1 WHERE id = $2', ['anna@bücher.example', two])
  await pool.query('UPDATE installation SET addresses_converted_at = NULL')
  await convertAddresses(api.context, pool)
  const [found, ...others] = await examineAddresses()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    state: 'warning',
    found: expect.stringContaining(
      `account ${two} (anna@xn--bcher-kva.example) has the mailbox of account ${one} (anna@bücher.example)`,
    ),
    advice: expect.stringContaining(`countersign admin change-email ${two}`),
  })
  const taken = await change(two, 'anna@bücher.example', '--yes')
  expect(taken).toMatchObject({ status: 1, errors: expect.stringContaining('There is an account') })
  const done = await change(two, 'Second@BU\u0308CHER.example', '--yes')
  expect(done).toMatchObject({ status: 0, errors: '' })
  expect(await examineAddresses()).toMatchObject([{ state: 'ok' }])
  const { password } = second
  const session = await api.call(login, { body: { email: 'second@xn--bcher-kva.example', password } })
  const titlesOf = async (query: { search?: string }) => {
    const { items } = await api.call(listSignatureRequests, { query }, `Bearer ${session.token}`)
    return items.map(({ title }) => title).toSorted()
  }
  // What was asked of the new address before is the account's too.
  for (const query of [{}, { search: 'second@bücher.example' }])
    expect(await titlesOf(query)).toEqual(['For the second', 'Of the second'])
  for (const email of ['second@bücher.example', 'anna@bücher.example'])
    expect((await api.inbox.next(email, /email/i)).text).toContain('second@bücher.example')
  // The first account is its own.
  expect(await keyOf(api.ask(login, { body: { email: 'anna@bücher.example', password } }))).toBe('ok')
})

test('an account with a mailbox of its own changes its address itself', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const refused = await change(await idOf(ben.email), 'other@example.org', '--yes')
  expect(refused).toMatchObject({ status: 1, errors: expect.stringContaining('in their profile') })
  expect((await change('ben', 'other@example.org', '--yes')).status).toBe(2)
  expect((await change(await idOf(ben.email), 'no email', '--yes')).status).toBe(2)
  expect((await change(crypto.randomUUID(), 'other@example.org', '--yes')).status).toBe(1)
})
