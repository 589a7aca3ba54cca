import { downloadDocument } from '@countersign/contract/documents.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import {
  getEvents,
  getSignatureRequest,
  withdrawSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { sign } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import type { Context } from '#api/providers/context.ts'
import type { Person, TestApi } from '#api/testing/api.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { expireRequests } from '#api/signing/signature-requests/ending/expire-requests.ts'
import { TaskFailed } from '#api/platform/threads/task.ts'
import { check as checkTask } from './engine/engine-thread.ts'
import { listKeys } from '#api/platform/jobs/queue-state.ts'
import { applySignature } from './apply-signature.ts'
import { allAnchors } from './engine/sign-document.ts'
import { resumeWaitingSignings } from './enqueue-signature.ts'

// The workers are at rest: each test runs the job itself, and lets something happen while the job is at the timestamp
// authority, after it has read the request and before it commits.

let paused: PausedApi
let api: TestApi
let ben: Person
let anna: Person
let owner: pg.Pool
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
  owner = connect(api.connection, 'owner', 2, () => {})
  await paused.whileJobsRun(async () => {
    ben = await api.person({ firstName: 'Ben' })
    anna = await api.person({ firstName: 'Anna' })
  })
})
afterAll(async () => {
  await owner?.end()
  await paused?.stop()
})

const aRequest = (...signers: Person[]) => aSignatureRequest(api, { owner: ben, signers })
const byId = ({ id }: SignatureRequest) => ({ params: { id } })
const eventsOf = async (request: SignatureRequest) =>
  (await api.call(getEvents, byId(request), ben.as)).items.filter(({ type }) => /^sign(ing_|ed$)/.test(type))

/** Clicks; gives the job's signing, which no worker takes up. */
async function click(request: SignatureRequest, signer: Person): Promise<string> {
  const body = { signatureRequests: [{ signatureRequestId: request.id }] }
  await api.call(sign, { body }, signer.as)
  return String((await eventsOf(request)).at(-1)?.data['signingId'])
}

/** The context of a job during which this happens once, before its first timestamp. */
function contextWhere(happens: () => Promise<unknown>): Context {
  const authority = api.context.timestampAuthority
  let hasHappened = false
  return {
    ...api.context,
    timestampAuthority: {
      ...authority,
      timestamp: async (digest) => {
        if (!hasHappened) {
          hasHappened = true
          await happens()
        }
        return authority.timestamp(digest)
      },
    },
  }
}
const keys = () => listKeys(owner, 'signature:')

/** Whose jobs there are. */
async function jobsOf(annas: string, bens: string): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    'SELECT key FROM graphile_worker.jobs WHERE key = ANY ($1) ORDER BY id',
    [[`signature:${annas}`, `signature:${bens}`]],
  )
  return rows.map(({ key }) => (key.endsWith(annas) ? 'annas' : 'bens'))
}
const run = (signingId: string) => applySignature(api.context, signingId)
const runWhile = (signingId: string, happens: () => Promise<unknown>) =>
  applySignature(contextWhere(happens), signingId)

/** What the job does where every authority is down in a way that may pass. */
const runAndFail = (signingId: string) =>
  runWhile(signingId, () => Promise.reject(new Error('The network is down'))).catch(() => null)

async function outcomeOf(request: SignatureRequest) {
  const { documents, signatures, status_overall } = await api.call(getSignatureRequest, byId(request), ben.as)
  const file = { params: { id: documents[0]?.id ?? '' }, query: { signed: 'true' as const } }
  const pdf = Buffer.from(await (await api.call(downloadDocument, file, ben.as)).arrayBuffer())
  const { signatures: found } = validatePdf([pdf], { anchors: await allAnchors(api.context), at: new Date() })
  return {
    status: status_overall,
    signatures: signatures.map((one) => `${one.status_code} ${one.signing?.error ?? ''}`.trim()),
    events: (await eventsOf(request)).map(({ type }) => type),
    inFile: found.filter(({ type }) => type === 'signature').map(({ indication }) => indication),
  }
}

test('a job that runs twice at once makes one signature', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await runWhile(signingId, () => run(signingId))
  expect(await outcomeOf(request)).toEqual({
    status: 'SIGNED',
    signatures: ['SIGNED'],
    events: ['signing_started', 'signed'],
    inFile: ['TOTAL_PASSED'],
  })
})

test('a signing that failed for good in another run of its job is not made by this one', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await runWhile(signingId, async () => {
    for (let failures = 0; failures < 3; failures += 1) await runAndFail(signingId)
  })
  expect(await outcomeOf(request)).toEqual({
    status: 'OPEN',
    signatures: ['OPEN signing_failed'],
    events: ['signing_started', 'signing_failed'],
    inFile: [],
  })
})

test('signatures of one request are made one after the other', async () => {
  const request = await aRequest(anna, ben)
  const annas = await click(request, anna)
  const bens = await click(request, ben)
  expect(await jobsOf(annas, bens)).toEqual(['annas'])
  await runWhile(annas, () => run(bens))
  expect((await outcomeOf(request)).signatures).toEqual(['SIGNED', 'OPEN'])
  expect(await jobsOf(annas, bens)).toEqual(['annas', 'bens'])
  await run(bens)
  expect(await outcomeOf(request)).toEqual({
    status: 'SIGNED',
    signatures: ['SIGNED', 'SIGNED'],
    events: ['signing_started', 'signing_started', 'signed', 'signed'],
    inFile: ['TOTAL_PASSED', 'TOTAL_PASSED'],
  })
})

test('a signing that has failed lets the next one go first, and comes back in its turn', async () => {
  const request = await aRequest(anna, ben)
  const annas = await click(request, anna)
  const bens = await click(request, ben)
  await runAndFail(annas)
  expect(await jobsOf(annas, bens)).toEqual(['annas', 'bens'])
  await runWhile(bens, () => run(annas))
  expect((await outcomeOf(request)).signatures).toEqual(['OPEN', 'SIGNED'])
  await run(annas)
  expect((await outcomeOf(request)).signatures).toEqual(['SIGNED', 'SIGNED'])
})

test('a signing whose turn was not passed on, by a release that knows no turns, is made all the same', async () => {
  const request = await aRequest(anna, ben)
  const annas = await click(request, anna)
  const bens = await click(request, ben)
  await owner.query(`UPDATE signings SET status = 'ERROR' WHERE id = $1`, [annas])
  await resumeWaitingSignings(api.context, keys)
  expect(await jobsOf(annas, bens)).toEqual(['annas', 'bens'])
  await run(bens)
  expect((await outcomeOf(request)).signatures).toEqual(['OPEN', 'SIGNED'])
})

test('a signing that has the turn and no job gets one; one that has a job is left alone', async () => {
  const [request, other] = [await aRequest(anna), await aRequest(anna)]
  const [lost, own] = [await click(request, anna), await click(other, anna)]
  await owner.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [`signature:${lost}`])
  const jobs = async () =>
    (
      await owner.query<{ key: string; revision: number }>(
        'SELECT key, revision FROM graphile_worker.jobs WHERE key = ANY ($1)',
        [[`signature:${lost}`, `signature:${own}`]],
      )
    ).rows.toSorted((a, b) => Number(a.key.endsWith(own)) - Number(b.key.endsWith(own)))
  await resumeWaitingSignings(api.context, keys)
  expect(await jobs()).toEqual([
    { key: `signature:${lost}`, revision: 0 },
    { key: `signature:${own}`, revision: 0 },
  ])
})

test('a second run of a job that comes back after a pause makes the signature as well, where the first one does not', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await owner.query('UPDATE signings SET turn = NULL WHERE id = $1', [signingId])
  const second = () => run(signingId)
  const first = runWhile(signingId, async () => {
    await second()
    throw new Error('The network is down')
  })
  await expect(first).rejects.toThrow('The network is down')
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', inFile: ['TOTAL_PASSED'] })
})

test('a signature made on a version that is no longer the newest is made again on the newest', async () => {
  const request = await aRequest(anna, ben)
  const annas = await click(request, anna)
  const bens = await click(request, ben)
  const overtake = async () => {
    // Another run of the same job has failed: it is Ben’s turn.
    await runAndFail(annas)
    await run(bens)
  }
  await expect(runWhile(annas, overtake)).rejects.toThrow('The documents changed')
  expect((await outcomeOf(request)).signatures).toEqual(['OPEN', 'SIGNED'])
  await run(annas)
  expect(await outcomeOf(request)).toEqual({
    status: 'SIGNED',
    signatures: ['SIGNED', 'SIGNED'],
    events: ['signing_started', 'signing_started', 'signed', 'signed'],
    inFile: ['TOTAL_PASSED', 'TOTAL_PASSED'],
  })
})

/** The context of a job whose new versions our validator looks at when this says so. */
function contextWhereChecked(when: (check: () => Promise<unknown>) => Promise<unknown>): Context {
  const { sign: pool } = api.context.threads
  const run: typeof pool.run = (task, order, options) => {
    const work = () => pool.run(task, order, options)
    return (task.name === checkTask.name ? when(work) : work()) as ReturnType<typeof work>
  }
  const slow = Object.assign(Object.create(pool) as typeof pool, { run })
  return { ...api.context, threads: { ...api.context.threads, sign: slow } }
}

test('a signature that our validator finds invalid is not accepted, though all else is ready', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  const found = new TaskFailed('The signature is invalid', 'PdfError')
  await applySignature(
    contextWhereChecked(() => Promise.reject(found)),
    signingId,
  )
  expect(await outcomeOf(request)).toEqual({
    status: 'OPEN',
    signatures: ['OPEN signing_failed'],
    events: ['signing_started', 'signing_failed'],
    inFile: [],
  })
})

test('nothing of a signature is accepted before our validator has spoken, and all of it then', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const slowly = async (check: () => Promise<unknown>) => {
    ask()
    await answered
    return check()
  }
  const applied = applySignature(contextWhereChecked(slowly), signingId)
  await asked
  await expect.poll(isWaitingInTransaction, { interval: 20 }).toBe(true)
  const { rows } = await owner.query('SELECT status FROM signings WHERE id = $1', [signingId])
  expect(rows).toEqual([{ status: 'OPEN' }])
  expect((await eventsOf(request)).map(({ type }) => type)).toEqual(['signing_started'])
  answer()
  await applied
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', inFile: ['TOTAL_PASSED'] })
})

test('while a store or a validator takes its time, the request is not locked', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const slowly = async (check: () => Promise<unknown>) => {
    await answered
    return check()
  }
  const applied = applySignature(contextWhereChecked(slowly), signingId)
  await expect.poll(isWaitingInTransaction, { interval: 20 }).toBe(true)
  await expect.poll(isWaitingInTransaction, { interval: 20 }).toBe(false)
  await owner.query('SELECT FROM signature_requests WHERE id = $1 FOR UPDATE NOWAIT', [request.id])
  expect((await eventsOf(request)).map(({ type }) => type)).toEqual(['signing_started'])
  answer()
  await applied
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', inFile: ['TOTAL_PASSED'] })
})

/** The commit has made everything ready. */
async function isWaitingInTransaction(): Promise<boolean> {
  const { rowCount } = await owner.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%activities%'`,
  )
  return rowCount === 1
}

test('a request that is withdrawn while a signature is being made ends without it', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await runWhile(signingId, () =>
    api.call(withdrawSignatureRequest, { ...byId(request), body: { message: '' } }, ben.as),
  )
  expect(await outcomeOf(request)).toEqual({
    status: 'WITHDRAWN',
    signatures: ['WITHDRAWN request.not_open'],
    events: ['signing_started', 'signing_failed'],
    inFile: [],
  })
})

test('a request whose time is over while its signature is being made is not closed before it is there', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await api.context.pool.query('UPDATE signature_requests SET expires_at = now() WHERE id = $1', [request.id])
  await runWhile(signingId, () => expireRequests(api.context))
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', signatures: ['SIGNED'] })
})

test('auto-deletion that is due while a signature is being made waits for it', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  await api.context.pool.query(
    `INSERT INTO retentions (request_id, days, from_terminal_state, delete_at, told_day_at)
     VALUES ($1, 30, false, now(), now() - interval '1 day')`,
    [request.id],
  )
  await runWhile(signingId, () => applyRetention(api.context))
  expect(await outcomeOf(request)).toMatchObject({ status: 'SIGNED', inFile: ['TOTAL_PASSED'] })
})

test('an observer who is added while a signature is being made does not delay it', async () => {
  const request = await aRequest(anna)
  const signingId = await click(request, anna)
  const body = { email: 'olga@example.org' }
  await runWhile(signingId, () => api.call(addObserver, { ...byId(request), body }, ben.as))
  expect(await outcomeOf(request)).toEqual({
    status: 'SIGNED',
    signatures: ['SIGNED'],
    events: ['signing_started', 'signed'],
    inFile: ['TOTAL_PASSED'],
  })
  const { observers } = await api.call(getSignatureRequest, byId(request), ben.as)
  expect(observers.map(({ email }) => email)).toEqual(['olga@example.org'])
})
