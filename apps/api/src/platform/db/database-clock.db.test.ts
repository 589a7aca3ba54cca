import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { connect } from './connect.ts'
import { clockTolerance, type DatabaseClock, openDatabaseClock } from './database-clock.ts'

const minute = 60_000
let ahead = 0
let database: TestDatabase
let pool: pg.Pool
let clock: DatabaseClock
const lines: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.connection, 'application', 2, () => {})
  const say = (_: object, line: string) => void lines.push(line)
  clock = await openDatabaseClock({
    pool,
    now: () => new Date(Date.now() + ahead),
    log: { error: say, info: say },
  })
})
afterEach(() => {
  ahead = 0
})
afterAll(async () => {
  clock?.close()
  await pool?.end()
  await database?.drop()
})

/** How far the time that the process goes by is from the database's, which is this machine's here. */
const difference = () => Math.abs(clock.now().getTime() - Date.now())

test('a process goes by its own clock while that agrees with the database’s', () => {
  ahead = clockTolerance - 1000
  expect(difference()).toBeGreaterThan(clockTolerance - 1500)
})

test('a process whose clock jumps goes by the database’s at once, and by its own when that is right again', async () => {
  for (const jump of [10 * minute, -10 * minute, 30 * 24 * 60 * minute]) {
    ahead = jump
    expect(difference()).toBeLessThan(1000)
  }
  await expect.poll(() => clock.latest().agrees).toBe(false)
  expect(lines.join()).toContain('goes by the database’s')
  expect(difference()).toBeLessThan(1000)
  ahead = 0
  expect(difference()).toBeLessThan(1000)
  await clock.compare()
  expect(clock.latest().agrees).toBe(true)
})
