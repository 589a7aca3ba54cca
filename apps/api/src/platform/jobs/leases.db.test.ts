import { requestConfirmation } from '@countersign/contract/accounts.ts'
import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { freeOrphans, releaseUnresponsive, startLeases } from './leases.ts'
import { listFailedJobs, retryFailedJobs } from './queue-state.ts'

let api: TestApi
let pool: pg.Pool
beforeAll(async () => {
  api = await startTestApi()
  pool = connect(api.connection, 'owner', 2, () => {})
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
  await expect.poll(left).toBe(0)
})

test('a lease outlives lost connections, and none of them is missing in the pool afterwards', async () => {
  const database = await createTestDatabase()
  const other = new pg.Client(database.connection)
  await other.connect()
  const leases = async () => {
    const held = await other.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7463 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return held.rowCount
  }
  const size = 2
  const few = connect(database.connection, 'owner', size, () => {})
  const running = await startLeases(few, pino({ level: 'silent' }))
  running.events.emit('worker:create', { worker: { workerId: 'worker-one' } } as never)
  for (let lost = 0; lost <= size; lost += 1) {
    // That of the process, and that of the worker.
    await expect.poll(leases).toBe(2)
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await expect.poll(leases, { interval: 5 }).toBe(0)
  }
  await expect.poll(leases).toBe(2)
  await running.stop()
  expect(few.totalCount - few.idleCount).toBe(0)
  await few.end()
  await other.end()
  await database.drop()
})

test('a job whose handing-out this worker never heard of is free again; one that it works on is not', async () => {
  const running = await startLeases(pool, pino({ level: 'silent' }))
  running.events.emit('worker:create', { worker: { workerId: 'worker-two' } } as never)
  const lock = async (key: string) => {
    await pool.query(
      `SELECT graphile_worker.add_job('purge-expired', '{}', queue_name => $1, job_key => $1, run_at => now() + interval '1 hour')`,
      [key],
    )
    const { rows } = await pool.query<{ id: string; attempts: number }>(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'worker-two', locked_at = now() - interval '1 minute', attempts = 1
       WHERE key = $1 RETURNING id, attempts`,
      [key],
    )
    await pool.query(
      `UPDATE graphile_worker._private_job_queues SET locked_by = 'worker-two', locked_at = now() WHERE queue_name = $1`,
      [key],
    )
    return rows[0]
  }
  const [unheard, inProgress] = [await lock('unheard'), await lock('in progress')]
  const attempts = { begun: new Set([`${inProgress?.id}:${inProgress?.attempts}`]), done: new Set<string>() }
  running.events.emit('job:start', { job: inProgress } as never)
  // The lease's own look may have been faster.
  const freed = await releaseUnresponsive(pool, ['worker-two'], attempts)
  expect([[unheard?.id], []]).toContainEqual(freed)
  const { rows } = await pool.query<{ key: string; job: boolean; queue: boolean }>(
    `SELECT j.key, j.locked_by IS NOT NULL AS job, q.locked_by IS NOT NULL AS queue
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id ORDER BY 1`,
  )
  expect(rows).toEqual([
    { key: 'in progress', job: true, queue: true },
    { key: 'unheard', job: false, queue: false },
  ])
  await running.stop()
})

test('a worker that has only lost its connection keeps its jobs: who looks twice finds it again', async () => {
  const running = await startLeases(pool, pino({ level: 'silent' }))
  running.events.emit('worker:create', { worker: { workerId: 'worker-three' } } as never)
  const holders = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7463 AND granted
         AND objid = (hashtext('worker-three')::bigint & 4294967295)::oid`,
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(holders).toHaveLength(1)
  await pool.query(
    `SELECT graphile_worker.add_job('purge-expired', '{}', job_key => 'kept', run_at => now() + interval '1 hour')`,
  )
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'worker-three', locked_at = now() - interval '5 seconds' WHERE key = 'kept'`,
  )
  const [pid] = await holders()
  await pool.query('SELECT pg_terminate_backend($1)', [pid])
  await expect.poll(holders, { interval: 2 }).not.toEqual([pid])
  expect(await freeOrphans(pool, '0 seconds')).toEqual([])
  expect(await lockedBy()).toContain('worker-three')
  expect(await holders()).toHaveLength(1)
  await running.stop()
  // The server ends the lease once it has seen the connection go; then this process or the api frees the job.
  const lockedAfterASweep = async () => {
    await freeOrphans(pool, '0 seconds')
    return lockedBy()
  }
  await expect.poll(lockedAfterASweep).not.toContain('worker-three')
  await pool.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'kept'`)
})

test('a job is known to be under way until it has ended and the database knows', async () => {
  // Without the workers of the api, which would take it for an orphan.
  const database = await createTestDatabase()
  const own = connect(database.connection, 'owner', 1, () => {})
  const { rows } = await own.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('purge-expired', '{}', job_key => 'long', run_at => now() + interval '1 hour')`,
  )
  const id = rows[0]?.id ?? ''
  const lock = (by: string | null) =>
    own.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() - interval '1 hour', attempts = 1 WHERE id = $1`,
      [id, by],
    )
  await lock('worker-four')
  const others = Array.from({ length: 20_000 }, (_, index) => `other-${index}:1`)
  const attempts = { begun: new Set([`${id}:1`, ...others]), done: new Set(others) }
  expect(await releaseUnresponsive(own, ['worker-four'], attempts)).toEqual([])
  expect([...attempts.begun]).toEqual([`${id}:1`])
  // It has ended; that isn't written yet.
  attempts.done.add(`${id}:1`)
  expect(await releaseUnresponsive(own, ['worker-four'], attempts)).toEqual([])
  await lock(null)
  expect(await releaseUnresponsive(own, ['worker-four'], attempts)).toEqual([])
  expect([attempts.begun.size, attempts.done.size]).toEqual([0, 0])
  await own.end()
  await database.drop()
})

/** A job in its last attempt, in the hands of this worker; without the workers of the api, which would take it for an orphan. */
async function aLastAttempt(own: pg.Pool, worker: string): Promise<string> {
  const { rows } = await own.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('expire-requests', '{}', max_attempts => 1)`,
  )
  await own.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now() - interval '1 minute', attempts = 1 WHERE id = $1`,
    [rows[0]?.id, worker],
  )
  return rows[0]?.id ?? ''
}
const couldRun = async (own: pg.Pool) => {
  const { rows } = await own.query<{ id: string }>(
    'SELECT id FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()',
  )
  return rows.map(({ id }) => id)
}

test('a job whose worker was killed in its last attempt is listed with the reason, and runs when it is retried', async () => {
  const database = await createTestDatabase()
  const own = connect(database.connection, 'owner', 1, () => {})
  const id = await aLastAttempt(own, 'worker-that-died')
  expect(await freeOrphans(own, '0 seconds')).toEqual(['worker-that-died'])
  expect(await listFailedJobs(own, { limit: 10 })).toEqual([
    expect.objectContaining({ id, isFinal: true, error: 'Its worker ended before the job did.' }),
  ])
  expect(await couldRun(own)).toEqual([])
  expect(await retryFailedJobs(own)).toEqual([id])
  expect(await couldRun(own)).toEqual([id])
  await own.end()
  await database.drop()
})

test('an attempt that the worker never heard of is none: a job that has only one keeps it', async () => {
  const database = await createTestDatabase()
  const own = connect(database.connection, 'owner', 1, () => {})
  const id = await aLastAttempt(own, 'worker-five')
  expect(await releaseUnresponsive(own, ['worker-five'], { begun: new Set(), done: new Set() })).toEqual([id])
  expect(await couldRun(own)).toEqual([id])
  await own.end()
  await database.drop()
})
