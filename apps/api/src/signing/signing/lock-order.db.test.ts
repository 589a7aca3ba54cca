import { sign } from '@countersign/contract/signing.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import type { Person, TestApi } from '#api/testing/api.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// The workers are at rest: they lock requests too.
let paused: PausedApi
let api: TestApi
let other: pg.Pool
let ben: Person
let anna: Person
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
  other = connect(api.connection, 'owner', 2, () => {})
  await paused.whileJobsRun(async () => {
    ben = await api.person({ firstName: 'Ben' })
    anna = await api.person({ firstName: 'Anna' })
  })
})
afterAll(async () => {
  await other?.end()
  await paused?.stop()
})

/** A call of this database waits for a row that another transaction has locked. */
async function isSomeoneWaiting(): Promise<boolean> {
  const { rowCount } = await other.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%signature_requests%'`,
  )
  return rowCount === 1
}

test.each([
  ['as they are locked', ['first', 'second']],
  ['the other way round', ['second', 'first']],
] as const)(
  'several requests that are signed at once, named %s, are locked by their ids',
  async (_, order) => {
    const requests = await Promise.all(
      [1, 2].map(() => aSignatureRequest(api, { owner: ben, signers: [anna] })),
    )
    const [first = '', second = ''] = requests.map(({ id }) => id).toSorted()
    const ids = { first, second }
    const holder = await other.connect()
    try {
      await holder.query('BEGIN')
      const lock = (id: string) =>
        holder.query('SELECT FROM signature_requests WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id])
      await lock(first)
      const body = { signatureRequests: order.map((name) => ({ signatureRequestId: ids[name] })) }
      const answered = api.call(sign, { body }, anna.as)
      await expect.poll(isSomeoneWaiting, { interval: 20 }).toBe(true)
      // While it waits for the first it has not taken the second: another call that holds the first can go on to it.
      await lock(second)
      await holder.query('COMMIT')
      expect((await answered).signatures).toMatchObject([{ status: 'OPEN' }, { status: 'OPEN' }])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  },
)
