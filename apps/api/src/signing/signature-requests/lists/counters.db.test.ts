import { deleteUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { rollUpCounters } from './roll-up-counters.ts'

// How many requests someone has is not counted but kept: whatever is done at once, it is what counting would give.

let api: TestApi
let pool: pg.Pool
let people: Person[]
beforeAll(async () => {
  api = await startTestApi()
  pool = new pg.Pool({ ...api.connection, max: 2 })
  people = await Promise.all(['Anna', 'Ben', 'Carla'].map((firstName) => api.person({ firstName })))
})
afterAll(async () => {
  await pool?.end()
  await api?.stop()
})

const kept = `SELECT account_id, is_owner, status, sum(amount)::int AS amount FROM request_tallies
  GROUP BY account_id, is_owner, status HAVING sum(amount) <> 0`
const counted = `SELECT account_id, is_owner, status, count(*)::int AS amount FROM request_access
  GROUP BY account_id, is_owner, status`
/** In one look, for jobs may be at work. */
async function differences(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `WITH k AS (${kept}), c AS (${counted}) (TABLE k EXCEPT TABLE c) UNION ALL (TABLE c EXCEPT TABLE k)`,
  )
  return rows
}

test('many acts at once on the same lists, while the lines are made one', async () => {
  const [anna, ben, carla] = people
  if (!anna || !ben || !carla) throw new Error('nobody came')
  const signers = [{ email: ben.email }, { email: carla.email }]
  const fold = () => rollUpCounters(api.context)
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      if (index % 4 === 0) return aDraft(api, { owner: anna, documents: [] })
      const [{ id }] = await Promise.all([aSignatureRequest(api, { owner: anna, signers }), fold()])
      const body = { signatureRequests: [{ signatureRequestId: id }] }
      const params = { id }
      if (index % 4 === 1) {
        await Promise.all([api.ask(sign, { body }, ben.as), fold(), api.ask(sign, { body }, carla.as)])
        return api.ask(requests.deleteSignatureRequest, { params }, carla.as)
      }
      if (index % 4 === 2)
        return Promise.all([
          api.ask(requests.declineSignatureRequest, { params, body: {} }, ben.as),
          api.ask(requests.withdrawSignatureRequest, { params, body: {} }, anna.as),
          fold(),
        ])
      return api.ask(requests.deleteSignatureRequest, { params }, anna.as)
    }),
  )
  await api.call(deleteUser, { body: { password: carla.password } }, carla.as)
  expect(await differences()).toEqual([])
  await fold()
  expect(await differences()).toEqual([])
  const list = await api.call(requests.listSignatureRequests, { query: { send_by: 'me' } }, anna.as)
  const own = await pool.query(
    'SELECT FROM request_access a JOIN accounts o ON o.id = account_id WHERE email = $1',
    [anna.email],
  )
  expect(list.total_items).toBe(own.rowCount)
})

test('one line is left for each state, and none for those that are empty', async () => {
  await rollUpCounters(api.context)
  const lines = async () => {
    const { rows } = await pool.query<{ most: number; none: number }>(
      `SELECT coalesce(max(lines), 0)::int AS most, count(*) FILTER (WHERE total = 0)::int AS none FROM (
        SELECT count(*) AS lines, sum(amount) AS total FROM request_tallies GROUP BY account_id, is_owner, status) t`,
    )
    return rows[0]
  }
  // A mail or an expiry that is still on its way may add some.
  await expect.poll(async () => (await rollUpCounters(api.context), lines())).toEqual({ most: 1, none: 0 })
})
