import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApi } from '#api/testing/api.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// What a signer has read is told from a later correction by the times of both. The workers are at rest: they lock requests too.

let paused: PausedApi
let api: TestApi
let holder: pg.Client
let anna: Person
let ben: Person
let carl: Person
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
  await paused.whileJobsRun(async () => {
    anna = await api.person({ firstName: 'Anna' })
    ben = await api.person({ firstName: 'Ben' })
    carl = await api.person({ firstName: 'Carl' })
  })
  holder = new pg.Client(api.connection)
  await holder.connect()
})
afterAll(async () => {
  await holder?.end()
  await paused?.stop()
})

/** Of this database: the server has others, on which other tests run. Within a transaction the first look would last to its end. */
const waiting = async () => {
  await holder.query('SELECT pg_stat_clear_snapshot()')
  const found = await holder.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return found.rowCount
}

/** Both calls wait for the request, and change it one after the other. */
async function afterOneAnother<One, Other>(
  id: string,
  first: () => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  await holder.query('BEGIN')
  await holder.query('SELECT FROM signature_requests WHERE id = $1 FOR NO KEY UPDATE', [id])
  const one = first()
  await expect.poll(waiting).toBe(1)
  const other = second()
  await expect.poll(waiting).toBe(2)
  await holder.query('COMMIT')
  return Promise.all([one, other])
}

const correct = (id: string) =>
  api.call(requests.updateSignatureRequest, { params: { id }, body: { title: 'Another title' } }, ben.as)
const observe = (id: string) =>
  api.call(addObserver, { params: { id }, body: { email: someEmail('observer') } }, ben.as)
const read = (id: string) => api.call(requests.getSignatureRequest, { params: { id } }, anna.as)
const signAsRead = (id: string, updatedAt: string) =>
  api.ask(sign, { body: { signatureRequests: [{ signatureRequestId: id, updatedAt }] } }, anna.as)

test('what was read before a correction that had to wait is not signed after it', async () => {
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [anna] })
  const [before, after] = await afterOneAnother(
    id,
    () => observe(id),
    () => correct(id),
  )
  expect(before.title).not.toBe(after.title)
  expect(after.updated_at > before.updated_at).toBe(true)
  expect(await signAsRead(id, before.updated_at)).toMatchObject({
    status: 409,
    error: { key: 'request.changed' },
  })
  expect(await signAsRead(id, (await read(id)).updated_at)).toMatchObject({ ok: true })
})

test('a delegation that had to wait for a correction keeps no other signer from signing', async () => {
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [anna, carl] })
  const body = { email: someEmail('carla'), message: '' }
  await afterOneAnother(
    id,
    () => correct(id),
    () => api.call(requests.delegateSignature, { params: { id }, body }, carl.as),
  )
  expect(await signAsRead(id, (await read(id)).updated_at)).toMatchObject({ ok: true })
})

test('a change is later than the correction before it, though the clock of its process is behind', async () => {
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [anna] })
  const ahead = "updated_at = updated_at + interval '5 s', corrected_at = updated_at + interval '5 s'"
  await holder.query(`UPDATE signature_requests SET ${ahead} WHERE id = $1`, [id])
  await observe(id)
  expect(await signAsRead(id, (await read(id)).updated_at)).toMatchObject({ ok: true })
})
