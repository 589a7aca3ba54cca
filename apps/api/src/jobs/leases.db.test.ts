import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { startLeases } from './leases.ts'

let database: TestDatabase
let other: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  other = new pg.Client(database.connection)
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await database?.drop()
})

const leases = async (): Promise<number> => {
  const { rows } = await other.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND classid = 7463 AND granted",
  )
  return rows[0]?.count ?? 0
}

test('a lease outlives lost connections, and none of them is missing in the pool afterwards', async () => {
  const size = 2
  const pool = connect(database.connection, 'owner', size, () => {})
  const running = await startLeases(pool, pino({ level: 'silent' }))
  running.events.emit('worker:create', { worker: { workerId: 'worker-one' } } as never)
  for (let lost = 0; lost <= size; lost += 1) {
    await expect.poll(leases, { timeout: 8_000 }).toBe(1)
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await expect.poll(leases, { timeout: 8_000 }).toBe(0)
  }
  await expect.poll(leases, { timeout: 8_000 }).toBe(1)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await running.stop()
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await pool.end()
}, 60_000)
