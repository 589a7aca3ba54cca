import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { startTimetable } from './timetable.ts'

let database: TestDatabase
let pool: pg.Pool
const errors: unknown[] = []
const log = { error: (details: object) => void errors.push(details) }
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.connection, 'owner', 4, () => {})
})
beforeEach(async () => {
  await pool.query('DELETE FROM graphile_worker._private_jobs')
  await pool.query('DELETE FROM graphile_worker._private_known_crontabs')
})
afterEach(() => expect(errors).toEqual([]))
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

/** A process starts, and looks once. */
const look = async (crontab: string) => startTimetable({ pool, log }, crontab).stop()

const everyMinute = '* * * * * expire-requests ?max=1'

/** When the timetable was last followed, as the processes of the installation have noted. */
const noted = (task: string, at: string) =>
  pool.query(
    `INSERT INTO graphile_worker._private_known_crontabs VALUES ($1, now() - interval '1 year', date_trunc('minute', now()) + $2::interval)
     ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
    [task, at],
  )
async function added(): Promise<string[]> {
  const { rows } = await pool.query<{ task: string; is_due: boolean; max_attempts: number }>(
    `SELECT task_identifier AS task, run_at <= now() AS is_due, max_attempts FROM graphile_worker.jobs ORDER BY id`,
  )
  return rows.map((one) => `${one.task} ${one.max_attempts} ${one.is_due ? 'due' : 'later'}`)
}

test('processes that look at the same time add each job once', async () => {
  await noted('expire-requests', '-1 hour')
  await Promise.all(Array.from({ length: 4 }, () => look(everyMinute)))
  const { rows } = await pool.query(
    'SELECT last_execution <= now() AS is_past FROM graphile_worker._private_known_crontabs',
  )
  expect(rows).toEqual([{ is_past: true }])
  // A minute may have ended in between.
  expect(new Set(await added())).toEqual(new Set(['expire-requests 1 due']))
  expect((await added()).length).toBeLessThanOrEqual(2)
})

test('a time noted by a machine whose clock was a month ahead holds up no job', async () => {
  await noted('expire-requests', '30 days')
  await look(everyMinute)
  expect(await added()).toEqual(['expire-requests 1 due'])
})

test('the clock of the process has no say', async () => {
  await noted('expire-requests', '-1 hour')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
  try {
    await look(everyMinute)
  } finally {
    vi.useRealTimers()
  }
  expect(await added()).toEqual(['expire-requests 1 due'])
  const { rows } = await pool.query(
    'SELECT last_execution <= now() AS is_past FROM graphile_worker._private_known_crontabs',
  )
  expect(rows).toEqual([{ is_past: true }])
})

/** A time of the day that was so many hours ago. */
async function dailyAt(hoursAgo: number): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC' - $1 * interval '1 hour', 'MI HH24') || ' * * * make-backup ?max=3' AS line`,
    [hoursAgo],
  )
  return rows[0]?.line ?? ''
}

test('what was due while no worker ran is done once when one runs again', async () => {
  await noted('make-backup', '-3 days')
  const crontab = await dailyAt(6)
  await look(crontab)
  await look(crontab)
  expect(await added()).toEqual(['make-backup 3 due'])
})

test('what is new in the timetable begins with its next time', async () => {
  await look(await dailyAt(6))
  expect(await added()).toEqual([])
})

/** Given up, or waiting for its time. */
async function aJob(task: string, state: 'given up' | 'waiting', payload: object = { _cron: {} }) {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job($1, payload => $2::json, max_attempts => 1, run_at => now() + interval '1 hour')`,
    [task, JSON.stringify(payload)],
  )
  if (state === 'given up')
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'the database was away' WHERE id = $1`,
      [rows[0]?.id],
    )
  return rows[0]?.id ?? ''
}

test('a scheduled job that was given up is forgotten when the next one of its task is added, and no other is', async () => {
  await noted('expire-requests', '-1 hour')
  await noted('apply-retention', '0')
  const forgotten = [await aJob('expire-requests', 'given up'), await aJob('expire-requests', 'given up')]
  const kept = [
    await aJob('expire-requests', 'waiting'),
    await aJob('expire-requests', 'given up', { by: 'hand' }),
    await aJob('apply-retention', 'given up'),
  ]
  await look(everyMinute)
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM graphile_worker.jobs ORDER BY jobs.id')
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(kept))
  expect(ids).toHaveLength(kept.length + 1)
  expect(ids).not.toEqual(expect.arrayContaining([forgotten[0]]))
})
