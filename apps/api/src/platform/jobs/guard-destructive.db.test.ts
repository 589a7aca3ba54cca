import { createSignatureRequest, getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { clockTolerance } from '#api/platform/db/database-clock.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { announceToAll } from './announce.ts'
import type { JobName } from './enqueue.ts'

const day = 86_400_000
let ahead = 0
const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
let api: TestApi
let ben: Person
let owner: pg.Pool
beforeAll(async () => {
  api = await startTestApi({ log, now: () => new Date(Date.now() + ahead) })
  owner = connect(api.connection, 'owner', 2, () => {})
  ben = await api.person({ firstName: 'Ben' })
})
afterEach(() => {
  ahead = 0
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const runOnce = (name: JobName) => runJobOnce(owner, name)
const statusOf = async (id: string) =>
  (await api.call(getSignatureRequest, { params: { id } }, ben.as)).status_overall

const jobs: readonly JobName[] = [
  'expire-requests',
  'end-overdue-approvals',
  'end-identifications',
  'forget-activities',
  'purge-expired',
  'remove-unused-content',
  'remove-old-anonymous-uploads',
  'remove-old-callbacks',
  'remove-old-validations',
  'apply-retention',
  'delete-due-businesses',
]

test('with a clock 30 days ahead nothing expires and nothing is deleted; with the right one what is due is', async () => {
  await api.call(activateRetention, { body: { days: 30, terminal_state: false } }, ben.as)
  const open = await aSignatureRequest(api, { owner: ben, signers: [{ email: 'luc@example.org' }] })
  const due = await aSignatureRequest(api, { owner: ben, signers: [{ email: 'luc@example.org' }] })
  await owner.query(`UPDATE signature_requests SET expires_at = now() + interval '20 days' WHERE id = $1`, [
    open.id,
  ])
  await owner.query(`UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
    due.id,
  ])
  const draft = await api.call(createSignatureRequest, { body: { title: 'Draft' } }, ben.as)
  await owner.query(
    `UPDATE retentions SET delete_at = now() + interval '20 days', told_week_at = now(), told_day_at = now()`,
  )
  const keys = async () => (await owner.query('SELECT 1 FROM throttles')).rowCount
  await owner.query(`INSERT INTO throttles VALUES ('recent', now() - interval '1 hour', 1)`)
  const before = await keys()

  ahead = 30 * day
  for (const name of jobs)
    expect(`${name}: ${await runOnce(name)}`).toBe(
      `${name}: The clock of this process differs from the database’s by ${(30 * day) / 1000} s.`,
    )
  ahead = 0
  expect(await statusOf(open.id)).toBe('OPEN')
  expect(await statusOf(due.id)).toBe('OPEN')
  expect(await statusOf(draft.id)).toBe('DRAFT')
  expect(await keys()).toBe(before)
  expect(lines.filter((line) => line.includes('clock of this process'))).not.toEqual([])

  for (const name of jobs) expect(await runOnce(name)).toBeNull()
  expect([await statusOf(open.id), await statusOf(due.id)]).toEqual(['OPEN', 'EXPIRED'])
})

/** Tried again now, and not after the pause. */
const hasten = () =>
  owner.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL')
const expiring = async () =>
  (
    await owner.query<{ id: string; attempts: number; failed: boolean }>(
      `SELECT j.id, j.attempts, j.last_error IS NOT NULL AS failed FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'expire-requests' AND j.locked_at IS NULL AND j.payload -> '_cron' IS NOT NULL`,
    )
  ).rows

test('what a worker with a wrong clock could not do is done once its clock is right, without an operator; one of each scheduled job waits', async () => {
  const due = await aSignatureRequest(api, { owner: ben, signers: [{ email: 'luc@example.org' }] })
  await owner.query(`UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
    due.id,
  ])
  ahead = day
  for (let minute = 0; minute < 3; minute += 1) {
    await owner.query(
      `SELECT graphile_worker.add_job('expire-requests', '{"_cron": {"ts": "2026-11-30T00:00:00Z"}}', max_attempts => 1)`,
    )
    await announceToAll(owner, 1)
    await expect.poll(expiring).toMatchObject([{ attempts: 0, failed: true }])
  }
  ahead = 0
  expect(await statusOf(due.id)).toBe('OPEN')
  await hasten()
  await announceToAll(owner, 1)
  await expect.poll(() => statusOf(due.id)).toBe('EXPIRED')
})

test('a clock within the tolerance runs the jobs, which go by the time of the database all the same', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: 'luc@example.org' }] })
  await owner.query(`UPDATE signature_requests SET expires_at = now() + interval '2 seconds' WHERE id = $1`, [
    request.id,
  ])
  ahead = clockTolerance - 1000
  expect(await runOnce('expire-requests')).toBeNull()
  expect(await statusOf(request.id)).toBe('OPEN')
  ahead = 0
})

test('whether the clocks agree is known, and told once when it changes', async () => {
  const told = () => lines.filter((line) => line.includes('until they agree')).length
  const before = told()
  for (const hours of [-2, -2, 2]) {
    ahead = hours * 3_600_000
    const { agrees, aheadBy } = await api.context.databaseClock.compare()
    expect(agrees).toBe(false)
    expect(Math.abs(aheadBy - ahead)).toBeLessThan(1000)
  }
  expect(told()).toBe(before + 1)
  ahead = 0
  expect(await api.context.databaseClock.compare()).toMatchObject({ aheadBy: 0, agrees: true })
  expect(api.context.databaseClock.latest().agrees).toBe(true)
})
