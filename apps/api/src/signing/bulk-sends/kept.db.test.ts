import * as calls from '@countersign/contract/bulk-sends.ts'
import { deleteSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aTemplate } from '#api/testing/template.ts'
import { markRefused } from './repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { sendBulkRows } from './send-rows.ts'

// No worker runs: a test runs the job's turns.
let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

/** A send with a message of its own in each row; the last row is wrong. */
async function aSend(): Promise<string> {
  const template = await aTemplate(api, { owner: ben, roles: ['Tenant'] })
  const roles = template.roles.map(({ id }) => ({ role_id: id, email: 0 }))
  const table = { text: 'Email,Rent\none@example.org,1\ntwo@example.org,2\nnobody,3' }
  const body = { table, mapping: { roles, title: 'Flat', message: 'Your rent is {{Rent}}' } }
  return (await api.call(calls.createBulkSend, { params: { id: template.id }, body }, ben.as)).id
}
const contentsOf = async (id: string) => {
  const { rows } = await api.context.pool.query<{ state: string; content: object }>(
    'SELECT state, content FROM bulk_send_rows WHERE send_id = $1 ORDER BY row',
    [id],
  )
  return rows
}

test('a row that is refused or cancelled keeps no message', async () => {
  const id = await aSend()
  const problems = [{ code: 'refused', column: null }] as const
  await transaction(api.context.db, (tx) => markRefused(tx, id, 2, { problems, at: new Date() }))
  await api.call(calls.cancelBulkSend, { params: { id } }, ben.as)
  const rows = await contentsOf(id)
  expect(rows.map(({ state }) => state)).toEqual(['refused', 'cancelled', 'refused'])
  expect(JSON.stringify(rows)).not.toContain('Your rent')
})

test('with its request a row loses the title and the people; a year later the send goes', async () => {
  const id = await aSend()
  const see = () => api.call(calls.getBulkSend, { params: { id }, query: {} }, ben.as)
  const state = async () => {
    await sendBulkRows(api.context, id)
    return (await see()).state
  }
  await expect.poll(state).toBe('DONE')
  const params = { id: (await see()).rows.items[0]?.signature_request_id ?? '' }
  // Withdrawn, then deleted.
  for (let step = 0; step < 2; step += 1) await api.call(deleteSignatureRequest, { params }, ben.as)
  const [gone, stays] = await contentsOf(id)
  const nothing = { state: 'sent', content: { title: '', message: '', signers: [] } }
  expect(gone).toEqual(nothing)
  expect(stays?.content).toMatchObject({ title: 'Flat', signers: [{ email: 'two@example.org' }] })
  // The same where auto-deletion takes what the request is about.
  await api.context.pool.query(
    `INSERT INTO retentions (request_id, days, from_terminal_state, delete_at, told_day_at)
     VALUES ($1, 30, false, now(), now() - interval '1 day')`,
    [(await see()).rows.items[1]?.signature_request_id],
  )
  await applyRetention(api.context)
  expect((await contentsOf(id))[1]).toEqual(nothing)

  const age = (days: number) =>
    api.context.pool.query(
      `WITH s AS (UPDATE bulk_sends SET created_at = now() - $2 * interval '1 day' WHERE id = $1)
        UPDATE bulk_send_rows SET done_at = now() - $2 * interval '1 day' WHERE send_id = $1`,
      [id, days],
    )
  await age(364)
  await purgeExpired(api.context)
  expect((await see()).id).toBe(id)
  await age(366)
  await purgeExpired(api.context)
  expect(await api.ask(calls.getBulkSend, { params: { id }, query: {} }, ben.as)).toMatchObject({
    status: 404,
  })
})

test('five sends of an account are under way at a time, and a sixth is refused', async () => {
  for (let send = 1; send <= 5; send += 1) await aSend()
  await expect(aSend()).rejects.toThrow('bulk_send.too_many')
})
