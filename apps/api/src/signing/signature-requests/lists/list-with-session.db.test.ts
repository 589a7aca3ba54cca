import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { logout } from '@countersign/contract/sessions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'

// The list comes with the session, by one statement: anyone who may not make the call is told so, and reads nothing.

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  await aDraft(api, { owner: ben, title: 'Ben’s', documents: [] })
  await aDraft(api, { owner: anna, title: 'Anna’s', documents: [] })
})
afterAll(() => api?.stop())

const list = (as: string | undefined, query: object = {}) => api.ask(listSignatureRequests, { query }, as)
async function titlesOf(as: string, query: object = {}): Promise<string[]> {
  const { items } = await api.call(listSignatureRequests, { query }, as)
  return items.map(({ title }) => title)
}
const set = (sql: string) => api.context.pool.query(`${sql} WHERE email = $1`, [ben.email])

test('the session and the list are one statement, and each account reads its own', async () => {
  await Promise.all([titlesOf(ben.as), titlesOf(anna.as)])
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const both = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      titlesOf(n % 2 ? ben.as : anna.as, { search: n > 5 ? 's' : undefined }),
    ),
  )
  const texts = asked.mock.calls.map(([statement]) => JSON.stringify(statement))
  asked.mockRestore()
  expect(both).toEqual(Array.from({ length: 10 }, (_, n) => [n % 2 ? 'Ben’s' : 'Anna’s']))
  expect(texts.filter((text) => /FROM (sessions|request_tallies)\b/.test(text))).toHaveLength(10)
})

test('without a session that counts there is no list, whatever the query', async () => {
  const refused = { status: 401, error: { key: 'auth.required' } }
  for (const query of [{}, { size: '30' }]) {
    expect(await list(undefined, query)).toMatchObject(refused)
    expect(await list('Bearer unknown', query)).toMatchObject(refused)
  }
  expect(await list(ben.as, { size: '30' })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'size' }] },
  })
  const dora = await api.person({ firstName: 'Dora' })
  expect(await titlesOf(dora.as)).toEqual([])
  await api.call(logout, {}, dora.as)
  expect(await list(dora.as)).toMatchObject(refused)
})

test('a session that is over, and one of an account that is gone, read nothing', async () => {
  const expiry = (at: string) =>
    api.context.pool.query(
      `UPDATE sessions SET expires_at = ${at} FROM accounts a WHERE a.id = account_id AND a.email = $1`,
      [ben.email],
    )
  await expiry("now() - interval '1 second'")
  expect(await list(ben.as)).toMatchObject({ status: 401 })
  await expiry("now() + interval '1 hour'")
  expect(await titlesOf(ben.as)).toEqual(['Ben’s'])
  await set('UPDATE accounts SET deleted_at = now()')
  expect(await list(ben.as)).toMatchObject({ status: 401 })
  await set('UPDATE accounts SET deleted_at = NULL')
})

test('an account that has something to set right first reads nothing before', async () => {
  await set('UPDATE accounts SET weak_password = true')
  expect(await list(ben.as)).toMatchObject({ status: 403, error: { key: 'password.change_required' } })
  await set('UPDATE accounts SET weak_password = false, terms_accepted_at = NULL')
  expect(await list(ben.as)).toMatchObject({ status: 403, error: { key: 'terms.acceptance_required' } })
  await set('UPDATE accounts SET terms_accepted_at = now()')
  expect(await titlesOf(ben.as)).toEqual(['Ben’s'])
})
