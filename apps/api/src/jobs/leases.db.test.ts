import { requestConfirmation } from '@countersign/contract/accounts.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { freeOrphans } from './leases.ts'

let api: TestApi
let pool: pg.Pool
beforeAll(async () => {
  api = await startTestApi()
  pool = new pg.Pool({ ...api.connection, max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await api?.stop()
})

const lockedBy = async () => {
  const { rows } = await pool.query<{ locked_by: string }>(
    'SELECT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
  )
  return rows.map((row) => row.locked_by)
}

test('a job that takes long stays with the worker that lives', async () => {
  await api.fault('smtp', 'timeout')
  await api.call(requestConfirmation, { body: { email: 'slow@example.org' } })
  await expect.poll(lockedBy).toHaveLength(1)
  expect(await freeOrphans(pool, '0 seconds')).toEqual([])
  expect(await lockedBy()).toHaveLength(1)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
})

test('the job of a worker that is no more is free at the next look, and done', async () => {
  await pool.query(
    `SELECT graphile_worker.add_job('purge-expired', '{}', job_key => 'orphan', run_at => now() + interval '1 hour')`,
  )
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'worker-that-died', locked_at = now() - interval '1 minute', run_at = now() WHERE key = 'orphan'`,
  )
  const left = async () =>
    (await pool.query(`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'orphan'`)).rowCount
  await expect.poll(left, { timeout: 8000 }).toBe(0)
})
