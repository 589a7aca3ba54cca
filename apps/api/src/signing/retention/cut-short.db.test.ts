import { utimes } from 'node:fs/promises'
import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { runJobs } from '#api/app/run-jobs.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { applyRetention } from './apply-retention.ts'
import { removeDeletedContent } from './remove-deleted-content.ts'

// A process that is killed ends its connections: what it had not committed is as if it had never begun.

let api: TestApi
let ben: Person
let pool: pg.Pool
let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  pool = connect(api.connection, 'owner', 10, () => {})
  // The mails of signing up; from then on nothing runs but what a test lets run.
  jobs = await runJobs(api.context, pool)
  ben = await api.person({ firstName: 'Ben' })
  await api.call(activateRetention, { body: { days: 30, terminal_state: false } }, ben.as)
})
afterAll(async () => {
  await jobs?.stop()
  await pool?.end()
  await api?.stop()
})

async function dueRequest(title: string) {
  const documents = [1, 2].map((n) => aPdf({ title: `${title} ${n} ${Math.random()}` }))
  const sent = await aSignatureRequest(api, {
    owner: ben,
    title,
    documents,
    signers: [{ email: 'luc@example.org' }],
  })
  await pool.query(
    `UPDATE retentions SET delete_at = now() - interval '1 hour', told_week_at = now() - interval '8 days',
       told_day_at = now() - interval '22 hours' WHERE request_id = $1`,
    [sent.id],
  )
  const ids = sent.documents.map(({ id }) => id)
  const { rows } = await pool.query<{ sha256: string }>('SELECT sha256 FROM documents WHERE id = ANY($1)', [
    ids,
  ])
  const hashes = rows.map(({ sha256 }) => sha256)
  const then = Date.now() / 1000 - 7200
  for (const sha256 of hashes) await utimes(await api.context.documentStore.file(sha256), then, then)
  return { id: sent.id, ids, hashes }
}
const stateOf = async (id: string) =>
  (
    await pool.query<{ status: string; deleted: boolean; events: number; mails: number }>(
      `SELECT r.status, t.deleted_at IS NOT NULL AS deleted,
         (SELECT count(*)::int FROM evidence_events WHERE request_id = r.id AND type = 'content_deleted') AS events,
         (SELECT count(*)::int FROM mails WHERE request_id = r.id AND kind = 'expired') AS mails
       FROM signature_requests r JOIN retentions t ON t.request_id = r.id WHERE r.id = $1`,
      [id],
    )
  ).rows[0]
const areStored = (hashes: readonly string[]) =>
  Promise.all(hashes.map((sha256) => api.context.documentStore.has(sha256)))

test('a job that is killed while it writes the deletion down has done nothing; the next time it is done whole, and once', async () => {
  const due = await dueRequest('Killed early')
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [due.ids[0]])
  const deleting = applyRetention(api.context)
  // It has closed the request and waits for the document.
  let pid: number | undefined
  const waiting = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%root_id%'`,
    )
    pid = rows[0]?.pid
    return pid
  }
  await expect.poll(waiting).toBeDefined()
  await pool.query('SELECT pg_terminate_backend($1)', [pid])
  await deleting
  await holder.query('ROLLBACK')
  holder.release()
  expect(await stateOf(due.id)).toEqual({ status: 'OPEN', deleted: false, events: 0, mails: 0 })
  expect(await areStored(due.hashes)).toEqual([true, true])

  await Promise.all([applyRetention(api.context), applyRetention(api.context)])
  expect(await stateOf(due.id)).toMatchObject({ status: 'EXPIRED', deleted: true, events: 1 })
  await expect.poll(() => areStored(due.hashes)).toEqual([false, false])
  expect((await stateOf(due.id))?.mails).toBe(2)
})

test('the job that was killed between two files removes the other one when it is done again', async () => {
  const due = await dueRequest('Killed late')
  await jobs.stop()
  await applyRetention(api.context)
  expect(await areStored(due.hashes)).toEqual([true, true])
  let removed = 0
  const dying = {
    ...api.context.documentStore,
    removeUnlessNew: async (sha256: string, before: Date) => {
      if ((removed += 1) === 2) throw new Error('killed')
      await api.context.documentStore.removeUnlessNew(sha256, before)
    },
  }
  await expect(removeDeletedContent({ ...api.context, documentStore: dying }, due.hashes)).rejects.toThrow(
    'killed',
  )
  expect((await areStored(due.hashes)).filter(Boolean)).toHaveLength(1)
  jobs = await runJobs(api.context, pool)
  await expect.poll(() => areStored(due.hashes)).toEqual([false, false])
})

test('anyone who takes the document up while it is being deleted finds it gone, or keeps it', async () => {
  const due = await dueRequest('Taken up')
  const body = { title: 'Again', documents: [{ id: due.ids[0] ?? '' }] }
  const [taken] = await Promise.all([
    api.ask(createSignatureRequest, { body }, ben.as),
    applyRetention(api.context),
  ])
  expect(await stateOf(due.id)).toMatchObject({ deleted: true })
  await expect.poll(async () => (await areStored(due.hashes))[1]).toBe(false)
  expect((await areStored(due.hashes))[0]).toBe(taken.ok)
})
