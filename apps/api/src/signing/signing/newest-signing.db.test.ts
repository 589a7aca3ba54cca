import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#api/testing/api.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let paused: PausedApi
let ben: Person
let dora: Person
let database: pg.Client
beforeAll(async () => {
  paused = await startPausedApi()
  await paused.whileJobsRun(async () => {
    ben = await paused.api.person({ firstName: 'Ben' })
    dora = await paused.api.person({ firstName: 'Dora' })
  })
  database = new pg.Client(paused.api.connection)
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await paused?.stop()
})

/** Of this database: the server has others, on which other tests run. Within a transaction the first look would last to its end. */
const waiting = async () => {
  await database.query('SELECT pg_stat_clear_snapshot()')
  const found = await database.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return found.rowCount
}

test('a call that waits for one request finds the signing that another made and lost meanwhile, and its own is the newest', async () => {
  const { api } = paused
  const requests = [
    await aSignatureRequest(api, { owner: ben, signers: [dora] }),
    await aSignatureRequest(api, { owner: ben, signers: [dora] }),
  ]
  // Requests are locked in the order of their ids.
  const [first, second] = requests.map(({ id }) => id).toSorted()
  const click = (...ids: (string | undefined)[]) =>
    api.call(
      sign,
      { body: { signatureRequests: ids.map((id) => ({ signatureRequestId: id ?? '' })) } },
      dora.as,
    )
  await database.query('BEGIN')
  await database.query('SELECT FROM signature_requests WHERE id = $1 FOR UPDATE', [first])
  const both = click(first, second)
  await expect.poll(waiting).toBe(1)
  await click(second)
  await database.query(
    `UPDATE signings SET status = 'ERROR', error = 'timestamp_unavailable' WHERE request_id = $1`,
    [second],
  )
  await database.query('COMMIT')
  await both
  await click(second)
  const { rows } = await database.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT FROM signings WHERE id = (data->>'signingId')::uuid) AS known
     FROM evidence_events WHERE request_id = $1 AND type = 'signing_started'`,
    [second],
  )
  expect(rows).toEqual([{ known: true }, { known: true }])
})
