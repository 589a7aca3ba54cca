import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { announceToAll, channelOf } from './announce.ts'
import { enqueue, enqueueAll } from './enqueue.ts'
import { classOfJob, type JobClassName, jobClasses } from './job-classes.ts'
import { removeFormerQueues } from './queue-state.ts'

let database: TestDatabase
let owner: pg.Pool
let application: pg.Pool
let heard: string[]
let listener: pg.PoolClient
const classes = Object.keys(jobClasses) as JobClassName[]
beforeAll(async () => {
  database = await createTestDatabase()
  owner = connect(database.connection, 'owner', 2, () => {})
  application = connect(database.connection, 'application', 2, () => {})
  listener = await owner.connect()
  listener.on('notification', ({ channel, payload = '' }) => {
    heard.push(`${channel} ${(JSON.parse(payload) as { count: number }).count}`)
  })
  await listener.query(classes.map((name) => `LISTEN "${channelOf(name)}"`).join('; '))
})
afterAll(async () => {
  listener?.release(true)
  await application?.end()
  await owner?.end()
  await database?.drop()
})

/** What is announced while this happens. */
async function announced(act: () => Promise<unknown>): Promise<string[]> {
  heard = []
  await act()
  // Notifications arrive before the answer to a later statement of the same connection.
  await listener.query('SELECT')
  return heard
}
const add = (work: Parameters<typeof transaction>[1]) => () =>
  transaction<unknown>(openDatabase(application), work)

test('a job is announced to the workers of its class, each of several, and none before its transaction commits', async () => {
  expect(classes).toEqual(['signing', 'providers', 'emails', 'upkeep'])
  expect(await announced(add((tx) => enqueue(tx, 'apply-signature', { signingId: 'a' })))).toEqual([
    'jobs:signing 1',
  ])
  const mails = ['b', 'c'].map((id) => ({ payload: { mailId: id }, key: id }))
  expect(await announced(add((tx) => enqueueAll(tx, 'send-mail', mails)))).toEqual([
    'jobs:emails 1',
    'jobs:emails 1',
  ])
  expect(await announced(add((tx) => enqueue(tx, 'renew-archive', { requestId: 'd' })))).toEqual([
    'jobs:upkeep 1',
  ])
  expect(classOfJob['prove-seal']).toBe('providers')
  expect(await announced(add((tx) => enqueue(tx, 'prove-seal', { sealId: 'e' })))).toEqual([
    'jobs:providers 1',
  ])
  const failing = add(async (tx) => {
    await enqueue(tx, 'apply-signature', { signingId: 'f' })
    throw new Error('not committed')
  })
  expect(await announced(() => failing().catch(() => {}))).toEqual([])
})

test('jobs that are free again are announced to the workers of every class', async () => {
  expect(await announced(() => announceToAll(owner, 3))).toEqual(
    classes.map((name) => `${channelOf(name)} 3`),
  )
})

test('of the queues of former releases those without jobs are removed, and no others', async () => {
  for (const [queue, isEmpty] of [
    ['request:1', true],
    ['request:2', false],
    ['retention:3', true],
    ['bulk-sends', true],
  ] as const) {
    await owner.query(`SELECT graphile_worker.add_job('send-bulk-rows', '{}', queue_name => $1)`, [queue])
    if (isEmpty)
      await owner.query(
        `DELETE FROM graphile_worker._private_jobs WHERE job_queue_id =
           (SELECT id FROM graphile_worker._private_job_queues WHERE queue_name = $1)`,
        [queue],
      )
  }
  expect(await removeFormerQueues(owner)).toBe(2)
  const { rows } = await owner.query<{ name: string }>(
    'SELECT queue_name AS name FROM graphile_worker._private_job_queues ORDER BY 1',
  )
  expect(rows.map(({ name }) => name)).toEqual(['bulk-sends', 'request:2'])
  // As a release that added a job to one of them in that moment leaves it.
  await owner.query(`DELETE FROM graphile_worker._private_job_queues WHERE queue_name = 'request:2'`)
  await removeFormerQueues(owner)
  const without = await owner.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-bulk-rows' AND queue_name IS NULL`,
  )
  expect(without.rowCount).toBe(1)
  const dangling = await owner.query(
    `SELECT FROM graphile_worker._private_jobs j WHERE job_queue_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM graphile_worker._private_job_queues WHERE id = j.job_queue_id)`,
  )
  expect(dangling.rowCount).toBe(0)
})
