import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstPreviousHash, hashEvent } from './event.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { digestHeads, firstPreviousDigest } from './heads.ts'
import { add, iterateNaming } from './heads-repository.ts'
import { listForRequest } from './repository.ts'
import { signDigest, signHeads } from './sign-heads.ts'
import { verifyEvidence } from './verify-evidence.ts'

let api: TestApi
let owner: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client(api.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

// What someone can do who has the database to themselves.
async function tamper(...statements: [sql: string, values?: unknown[]][]): Promise<void> {
  await owner.query(
    'ALTER TABLE evidence_events DISABLE TRIGGER ALL; ALTER TABLE evidence_heads DISABLE TRIGGER ALL',
  )
  for (const [sql, values = []] of statements) await owner.query(sql, values)
  await owner.query(
    'ALTER TABLE evidence_events ENABLE TRIGGER ALL; ALTER TABLE evidence_heads ENABLE TRIGGER ALL',
  )
}

beforeEach(async () => {
  await tamper(
    ['DELETE FROM evidence_events'],
    ['DELETE FROM evidence_heads'],
    ['DELETE FROM signature_requests'],
  )
  await api.context.documentStore.removeNote('evidence-heads')
})

async function aSignedRequest(): Promise<string> {
  const ben = await api.person({ firstName: 'Ben' })
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  const body = { signatureRequests: [{ signatureRequestId: request.id }] }
  const { signatures } = await api.call(sign, { body }, ben.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])
  return request.id
}

async function breaks() {
  const anchors = {
    signer: await api.context.trustService.anchors(),
    timestamp: await api.context.timestampAuthority.anchors(),
  }
  const report = await verifyEvidence(api.context.db, anchors)
  return [...report.headsBreaks, ...report.chainBreaks].map((found) =>
    'seq' in found ? `${found.kind} ${found.seq}` : `heads ${found.kind}`,
  )
}

test('what was signed leaves a chain that holds, and its head can be signed and time-stamped', async () => {
  const id = await aSignedRequest()
  const types = (await listForRequest(api.context.db, id)).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['created', 'initiated', 'signed', 'completed']))
  expect(await signHeads(api.context)).toBe(1)
  expect(await breaks()).toEqual([])
})

test('the application itself can neither change nor remove evidence', async () => {
  await aSignedRequest()
  for (const sql of [
    "UPDATE evidence_events SET type = 'x'",
    'DELETE FROM evidence_events',
    'TRUNCATE evidence_events',
    'DELETE FROM evidence_heads',
  ]) {
    await expect(api.context.pool.query(sql)).rejects.toThrow(/permission denied/)
    await expect(owner.query(sql)).rejects.toThrow(/append-only/)
  }
})

test('a changed and a removed event show', async () => {
  const id = await aSignedRequest()
  await tamper([
    `UPDATE evidence_events SET data = data || '{"title":"other"}' WHERE seq = 1 AND request_id = $1`,
    [id],
  ])
  expect(await breaks()).toEqual(['changed 1'])
  await tamper(['DELETE FROM evidence_events WHERE seq = 2 AND request_id = $1', [id]])
  expect(await breaks()).toEqual(['changed 1', 'removed 3'])
})

test('a cut tail shows once its head was signed', async () => {
  const id = await aSignedRequest()
  const last = (await listForRequest(api.context.db, id)).length
  await signHeads(api.context)
  await tamper(['DELETE FROM evidence_events WHERE seq >= $2 AND request_id = $1', [id, last - 1]])
  expect(await breaks()).toEqual([`cut ${last - 1}`])
})

test('a chain that was taken out whole shows, with or without signed heads', async () => {
  const id = await aSignedRequest()
  await tamper(['DELETE FROM evidence_events WHERE request_id = $1', [id]])
  expect(await breaks()).toEqual(['cut 1'])
  await tamper(['DELETE FROM signature_requests WHERE id = $1', [id]])
  const signed = await aSignedRequest()
  await signHeads(api.context)
  await tamper(['DELETE FROM evidence_events WHERE request_id = $1', [signed]])
  expect(await breaks()).toEqual(['cut 1'])
  // Nor does it help that nothing is left of the request.
  await tamper(['DELETE FROM signature_requests WHERE id = $1', [signed]])
  expect(await breaks()).toEqual(['cut 1'])
})

test('a chain that was written again, hashes and all, shows once its head was signed', async () => {
  const id = await aSignedRequest()
  await signHeads(api.context)
  const events = await listForRequest(api.context.db, id)
  let previousHash = firstPreviousHash(id)
  for (const event of events) {
    const forged = { ...event, actor: { ...event.actor, name: 'Mallory' } }
    const hash = hashEvent(forged, previousHash)
    await tamper([
      'UPDATE evidence_events SET actor = $3, previous_hash = $4, hash = $5 WHERE request_id = $1 AND seq = $2',
      [id, event.seq, JSON.stringify(forged.actor), previousHash, hash],
    ])
    previousHash = hash
  }
  expect(await breaks()).toEqual([`rewritten ${events.length}`])
})

test('signed heads are themselves a chain: changed, replaced and removed ones show', async () => {
  await aSignedRequest()
  await signHeads(api.context)
  await aSignedRequest()
  await signHeads(api.context)
  expect(await breaks()).toEqual([])
  await tamper([
    "UPDATE evidence_heads SET taken_at = taken_at - interval '3 hours' WHERE id = (SELECT max(id) FROM evidence_heads)",
  ])
  expect(await breaks()).toEqual(['heads changed', 'heads time_mismatch'])
  await tamper(
    [
      "UPDATE evidence_heads SET taken_at = taken_at + interval '3 hours' WHERE id = (SELECT max(id) FROM evidence_heads)",
    ],
    ['DELETE FROM evidence_heads WHERE id = (SELECT min(id) FROM evidence_heads)'],
  )
  expect(await breaks()).toEqual(['heads removed'])
  await tamper(['UPDATE evidence_heads SET signature = $1', [Buffer.from('3000', 'hex')]])
  expect(await breaks()).toEqual(['heads removed', 'heads signature_invalid', 'heads timestamp_invalid'])
})

test('heads that someone else signed are not trusted', async () => {
  await aSignedRequest()
  await signHeads(api.context)
  const report = await verifyEvidence(api.context.db, { signer: [], timestamp: [] })
  expect(report.headsBreaks.map(({ kind }) => kind)).toEqual(['not_trusted'])
})

test('heads that an older release signed as a list still hold, and are signed once more as a tree', async () => {
  const id = await aSignedRequest()
  // Later than the events: by its time nothing has happened since.
  const takenAt = new Date(Date.now() + 1_800_000)
  const newest = (await listForRequest(api.context.db, id)).at(-1)!
  const heads = { [id]: { seq: newest.seq, hash: newest.hash.toString('hex') } }
  const digest = digestHeads({ form: 1, heads, takenAt }, firstPreviousDigest)
  const signature = await signDigest(api.context, digest)
  const signed = { form: 1 as const, takenAt, heads, previousDigest: firstPreviousDigest, digest, signature }
  await transaction(api.context.db, (tx) => add(tx, [signed]))
  expect(await breaks()).toEqual([])
  expect(await signHeads({ ...api.context, now: () => new Date(takenAt.getTime() + 7_200_000) })).toBe(1)
  expect((await owner.query('SELECT form FROM evidence_heads ORDER BY id')).rows).toEqual([
    { form: 1 },
    { form: 2 },
  ])
  // Of a list nothing shows that a chain was in it but the whole list, with the ids of the others.
  const given = []
  for await (const { form } of iterateNaming(api.context.db, id)) given.push(form)
  expect(given).toEqual([2])
  await tamper(['UPDATE evidence_heads SET form = 3 - form'])
  expect(await breaks()).toEqual(['heads changed', 'heads changed', 'heads time_mismatch'])
})

test('nothing new is nothing to sign; without a time-stamp nothing is signed', async () => {
  expect(await signHeads(api.context)).toBe(0)
  await aSignedRequest()
  const broken = {
    ...api.context,
    timestampAuthority: {
      ...api.context.timestampAuthority,
      timestamp: () => Promise.reject(new Error('away')),
    },
  }
  await expect(signHeads(broken)).rejects.toThrow('away')
  expect((await owner.query('SELECT FROM evidence_heads')).rowCount).toBe(0)
})

test('two that sign heads at the same moment leave one chain', async () => {
  await aSignedRequest()
  const { timestampAuthority } = api.context
  const bothSign = Promise.withResolvers<void>()
  let signing = 0
  const waitForBoth: typeof timestampAuthority.timestamp = async (stamped) => {
    signing += 1
    if (signing === 2) bothSign.resolve()
    await bothSign.promise
    return timestampAuthority.timestamp(stamped)
  }
  const meeting = { ...api.context, timestampAuthority: { ...timestampAuthority, timestamp: waitForBoth } }
  await Promise.all([signHeads(meeting), signHeads(meeting)])
  expect(await breaks()).toEqual([])
  expect((await owner.query('SELECT FROM evidence_heads')).rowCount).toBe(1)
})
