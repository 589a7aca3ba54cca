import { request as send } from 'node:http'
import { getUser } from '@countersign/contract/accounts.ts'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { listSessions, login, revokeOtherSessions, revokeSession } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { credentialsOf } from '#api/testing/caller.ts'
import { aChallenge, anApp } from '#api/testing/second-factor.ts'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'

let api: TestApi
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = async (person: Person, userAgent: string) => {
  const { token } = await api.call(login, { body: credentialsOf(person) }, undefined, {
    'user-agent': userAgent,
  })
  return `Bearer ${token}`
}
const list = async (as: string) => (await api.call(listSessions, {}, as)).sessions
const status = async (as: string) => (await api.ask(getUser, {}, as)).status

test('the list says where one is signed in, and which of them asks', async () => {
  const there = await signIn(anna, firefox)
  const [newest, first, ...others] = await list(there)
  expect(others).toEqual([])
  expect(newest).toMatchObject({
    current: true,
    method: 'password',
    address: '127.0.0.1',
    userAgent: firefox,
  })
  expect(first).toMatchObject({ current: false, userAgent: 'node' })
  expect(JSON.stringify(await list(anna.as))).not.toContain(there.slice(7))
  const long = await signIn(anna, 'x'.repeat(5_000))
  expect((await list(long))[0]?.userAgent).toHaveLength(300)
})

test('a session that is ended is refused at once; the others stay', async () => {
  const there = await signIn(anna, firefox)
  const other = await signIn(anna, firefox)
  const id = (await list(there)).find((one) => one.current)?.id ?? ''
  await api.call(revokeSession, { params: { id } }, anna.as)
  expect(await Promise.all([there, other, anna.as].map(status))).toEqual([401, 200, 200])
  expect((await api.ask(revokeSession, { params: { id } }, anna.as)).status).toBe(404)
  expect((await list(anna.as)).map((one) => one.id)).not.toContain(id)
  // One's own too.
  const mine = (await list(anna.as)).find((one) => one.current)?.id ?? ''
  await api.call(revokeSession, { params: { id: mine } }, anna.as)
  expect(await status(anna.as)).toBe(401)
})

test("nobody ends another's session, nor learns that it is there", async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const id = (await list(anna.as))[0]?.id ?? ''
  const theirs = await api.ask(revokeSession, { params: { id } }, ben.as)
  const nobodys = await api.ask(revokeSession, { params: { id: crypto.randomUUID() } }, ben.as)
  expect([theirs.status, nobodys.status]).toEqual([404, 404])
  expect(await status(anna.as)).toBe(200)
  expect((await api.ask(revokeSession, { params: { id: 'no-id' } }, ben.as)).status).toBe(404)
})

test('signing out everywhere else leaves this one, and no half-done sign-in', async () => {
  const others = await Promise.all([signIn(anna, firefox), signIn(anna, firefox), signIn(anna, firefox)])
  await anApp(api, anna)
  await aChallenge(api, anna)
  const ben = await api.person({ firstName: 'Ben' })
  expect(await api.call(revokeOtherSessions, {}, anna.as)).toEqual({ revoked: 3 })
  expect(await Promise.all(others.map(status))).toEqual([401, 401, 401])
  expect(await Promise.all([anna.as, ben.as].map(status))).toEqual([200, 200])
  const { rows } = await api.context.pool.query(
    'SELECT FROM login_challenges c JOIN accounts a ON a.id = c.account_id WHERE a.email = $1 AND c.used_at IS NULL',
    [anna.email],
  )
  expect(rows).toHaveLength(0)
  expect(await api.call(revokeOtherSessions, {}, anna.as)).toEqual({ revoked: 0 })
})

test('use is noted once a minute, however many calls there are', async () => {
  const age = (seconds: number) =>
    api.context.pool.query(
      `UPDATE sessions SET last_used_at = date_trunc('second', now()) - interval '${seconds} seconds'
       WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
      [anna.email],
    )
  const lastUsed = async () => {
    const { rows } = await api.context.pool.query<{ at: Date }>(
      'SELECT last_used_at AS at FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = $1',
      [anna.email],
    )
    return rows[0]?.at.getTime() ?? 0
  }
  await age(90)
  await Promise.all(Array.from({ length: 5 }, () => status(anna.as)))
  await expect.poll(async () => Date.now() - (await lastUsed())).toBeLessThan(30_000)
  await age(40)
  const asked = vi.spyOn(api.context.pool, 'query')
  await Promise.all(Array.from({ length: 5 }, () => api.ask(listSessions, {}, anna.as)))
  const statements = asked.mock.calls.map(([query]) => JSON.stringify(query))
  asked.mockRestore()
  // Nothing is written, and finding the session is one statement.
  expect(statements.filter((statement) => statement.includes('UPDATE'))).toEqual([])
  expect(statements.filter((statement) => statement.includes('find-session'))).toHaveLength(5)
  expect(statements).toHaveLength(5)
})

test('a browser that was never used before is told by mail, and one that was is not', async () => {
  await signIn(anna, 'node')
  await signIn(anna, firefox)
  const mail = await api.inbox.next(anna.email, /sign-in/i)
  expect(mail.text).toContain('127.0.0.1')
  await signIn(anna, firefox.replaceAll('140', '141'))
  await signIn(anna, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/605.1')
  await api.inbox.next(anna.email, /sign-in/i)
  const { rows } = await api.context.pool.query(
    "SELECT count(*)::int AS mails FROM mails WHERE recipient = $1 AND kind = 'security_notice'",
    [anna.email],
  )
  expect(rows).toEqual([{ mails: 2 }])
})

test('a browser of the same name as the one that has signed in before is told by mail', async () => {
  const emma = await api.person({ firstName: 'Emma' })
  const notices = async () => {
    const { rows } = await api.context.pool.query<{ mails: number }>(
      "SELECT count(*)::int AS mails FROM mails WHERE recipient = $1 AND kind = 'security_notice'",
      [emma.email],
    )
    return rows[0]?.mails
  }
  const come = async (userAgent: string, kept: object = {}) => {
    const headers = { 'user-agent': userAgent, ...kept }
    const reply = await api.ask(login, { body: credentialsOf(emma) }, undefined, headers)
    expect(reply.status).toBe(200)
    return { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  await come('node')
  const own = await come(firefox)
  await api.inbox.next(emma.email, /sign-in/i)
  // Until it has shown its proof once, it can't be told from a browser that keeps none.
  await come(firefox)
  await come(firefox, own)
  await come('a new name', own)
  expect(await notices()).toBe(1)
  await come(firefox)
  await api.inbox.next(emma.email, /sign-in/i)
  expect(await notices()).toBe(2)
})

test('a new browser is told of after a long absence too: the last one is not forgotten', async () => {
  await api.context.pool.query(
    `UPDATE sessions SET created_at = created_at - interval '90 days', expires_at = expires_at - interval '90 days'
     WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
    [anna.email],
  )
  await purgeExpired(api.context)
  await signIn(anna, firefox)
  expect((await api.inbox.next(anna.email, /sign-in/i)).text).toContain('Firefox')
})

test('a browser that is used now and then is not taken for a new one, for a year', async () => {
  const sessionsOf = async () => {
    const { rows } = await api.context.pool.query<{ user_agent: string; address: string }>(
      `SELECT user_agent, address FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = $1
       ORDER BY s.created_at`,
      [anna.email],
    )
    return rows
  }
  await signIn(anna, firefox)
  await api.inbox.next(anna.email, /sign-in/i)
  await api.context.pool.query(
    `UPDATE sessions SET created_at = created_at - interval '9 days', expires_at = expires_at - interval '9 days'
     WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`,
    [anna.email],
  )
  await signIn(anna, 'node')
  await purgeExpired(api.context)
  // Where it was used is forgotten.
  expect(await sessionsOf()).toEqual([
    { user_agent: firefox, address: '' },
    { user_agent: 'node', address: '127.0.0.1' },
  ])
  await signIn(anna, firefox)
  const { rows } = await api.context.pool.query(
    "SELECT count(*)::int AS mails FROM mails WHERE recipient = $1 AND kind = 'security_notice'",
    [anna.email],
  )
  expect(rows).toEqual([{ mails: 1 }])
  await purgeExpired({ ...api.context, now: () => new Date(Date.now() + 367 * 86_400_000) })
  expect((await sessionsOf()).map(({ user_agent }) => user_agent)).toEqual([firefox])
})

test('a session may not begin with a password that was changed meanwhile', async () => {
  const client = await api.context.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('UPDATE accounts SET password_hash = $2 WHERE email = $1', [anna.email, 'another'])
    // The right password was read before the change is there; the sign-in waits for it, and then counts no more.
    const late = api.ask(login, { body: credentialsOf(anna) })
    await expect
      .poll(async () => {
        const { rows } = await api.context.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    await client.query('COMMIT')
    expect((await late).status).toBe(401)
  } finally {
    client.release()
  }
})

const setup = (columns: string) =>
  api.context.pool.query(`UPDATE accounts SET ${columns} WHERE email = $1`, [anna.email])

test.each([
  ['with a weak password', 'weak_password = true', 'password.change_required'],
  ['that has not accepted the terms', 'terms_accepted_at = NULL', 'terms.acceptance_required'],
])(
  'an account %s may make the calls that set it right, and none of the others',
  async (_who, columns, key) => {
    await setup(columns)
    const ofUsers = endpoints.filter(({ credential }) => credential.startsWith('user'))
    const shutOut: string[] = []
    for (const endpoint of ofUsers.toSorted(
      (a, b) => Number(a.name === 'logout') - Number(b.name === 'logout'),
    )) {
      const params = {
        id: crypto.randomUUID(),
        docId: crypto.randomUUID(),
        sigId: crypto.randomUUID(),
        n: '0',
      }
      const reply = await api.ask(endpoint, { params, body: {} } as never, anna.as)
      if (!reply.ok && reply.error.key === key) shutOut.push(endpoint.name)
    }
    const gated = ofUsers.filter((endpoint) => !endpoint.duringSetup).map((endpoint) => endpoint.name)
    expect(shutOut.toSorted()).toEqual(gated.toSorted())
    expect(gated).toContain('listSignatureRequests')
    expect(gated).not.toContain('getUser')
  },
)

test('an account with both to set right is asked for the password first', async () => {
  await setup('weak_password = true, terms_accepted_at = NULL')
  expect(await api.ask(listSessions, {}, anna.as)).toMatchObject({
    status: 403,
    error: { key: 'password.change_required' },
  })
})

test('what was to be set right is: the calls are open at once', async () => {
  await setup('terms_accepted_at = NULL')
  expect((await api.ask(listSessions, {}, anna.as)).status).toBe(403)
  await setup('terms_accepted_at = now()')
  expect((await api.ask(listSessions, {}, anna.as)).status).toBe(200)
})

test('the gate closes before the body of an upload is read', async () => {
  await setup('weak_password = true')
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const asking = send(`${api.url}/v3/signature-requests/${crypto.randomUUID()}/documents`, {
    method: 'POST',
    headers: { authorization: anna.as, 'content-type': 'application/json', 'content-length': 1_000_000 },
  })
  asking.on('response', (response) => resolve(response.statusCode)).on('error', reject)
  asking.write('{"name":"never finished')
  expect(await promise).toBe(403)
  asking.destroy()
})

test('a password that would not be taken today is noticed at sign-in, and so is one that would', async () => {
  await setup(`first_name = 'Quiet', last_name = 'Harbour-Lantern'`)
  await signIn(anna, 'node')
  await expect.poll(async () => (await api.call(getUser, {}, anna.as)).attributes.weakPassword).toBe(true)
  expect(await api.ask(listSessions, {}, anna.as)).toMatchObject({
    status: 403,
    error: { key: 'password.change_required' },
  })
  await setup(`first_name = 'Anna', last_name = 'Keller'`)
  await signIn(anna, 'node')
  await expect.poll(async () => (await api.call(getUser, {}, anna.as)).attributes.weakPassword).toBe(false)
})
