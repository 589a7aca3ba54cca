import { randomBytes } from 'node:crypto'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPem, fromPem } from '#api/platform/values/pem.ts'
import { openLocalAuthority } from '#api/providers/trust-service/local/authority.ts'
import { inMemoryKeyStore } from '#api/providers/trust-service/local/in-memory-key-store.ts'
import { localTrustService } from '#api/providers/trust-service/local/trust-service.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { canonical } from './canonical-json.ts'
import { firstPreviousHash, hashEvent } from './event.ts'
import { digestFile, type EvidenceFile, readEvidenceFile } from './evidence-file.ts'
import { signDigest, signHeads } from './sign-heads.ts'
import type { Anchors } from './verify-signature.ts'
import { verifyEvidenceFile } from './verify-evidence-file.ts'

let api: TestApi
let ben: Person
let guest: string
let userId: string
let requestId: string
let text: string
let trusted: Anchors
const carla = `carla.${Date.now()}@example.org`
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  requestId = (
    await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }, { email: carla }] })
  ).id
  await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  await signHeads(api.context)
  const body = { signatureRequests: [{ signatureRequestId: requestId }] }
  await api.call(sign, { body }, ben.as)
  const link = linkIn(await api.inbox.next(carla))
  ;({ as: guest, secret: userId } = guestOf(link))
  const named = { signatureRequests: [{ signatureRequestId: requestId, signingName: 'Carla Rossi' }] }
  await api.call(signDirect, { body: named }, guest)
  await signHeads(api.context)
  text = await exported()
  const published = async (name: string) => fromPem(await (await fetch(`${api.url}/pki/${name}.pem`)).text())
  trusted = {
    signer: await published('evidence-anchors'),
    timestamp: await published('timestamp-anchors'),
  }
})
afterAll(() => api?.stop())

const ask = (as: string) => api.ask(getReport, { params: { id: requestId }, query: { type: 'EVIDENCE' } }, as)
async function exported(): Promise<string> {
  const answer = await ask(ben.as)
  if (!answer.ok) throw new Error(answer.error.key)
  return answer.body.text()
}
const parsed = () => readEvidenceFile(text)
const check = (file: EvidenceFile, given: Parameters<typeof verifyEvidenceFile>[1] = { trusted }) =>
  verifyEvidenceFile(file, given).breaks.map(({ where, kind }) => `${where} ${kind}`)
/** Changed as an editor of the file would. */
function edited(change: (file: EvidenceFile) => void): EvidenceFile {
  const file = parsed()
  change(file)
  return readEvidenceFile(canonical(file))
}
const changed = (change: (file: EvidenceFile) => void) => check(edited(change))

test('the owner gets the evidence as it was hashed; it holds by the file alone, with its heads and their times', () => {
  const file = parsed()
  expect(file.requestId).toBe(requestId)
  expect(file.events.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(['created', 'initiated', 'opened', 'signed', 'completed']),
  )
  const last = file.events.length
  const report = verifyEvidenceFile(file, { trusted, requestId })
  expect(report).toMatchObject({ requestId, events: last, breaks: [] })
  expect(report.stamped.at(-1)?.seq).toBe(last)
  expect(report.stamped).toHaveLength(3)
  expect(file.heads.map(({ size }) => size)).toEqual([2, 2])
  expect(check(file, {})).toEqual([])
})

test('others who take part do not get it, and the secret of a link is not in it', async () => {
  expect(await ask(guest)).toMatchObject({ ok: false, status: 401 })
  const olga = await api.person({ firstName: 'Olga' })
  await api.call(addObserver, { params: { id: requestId }, body: { email: olga.email } }, ben.as)
  const report = { params: { id: requestId }, query: { type: 'JSON' as const } }
  expect(await api.ask(getReport, report, olga.as)).toMatchObject({ ok: true })
  expect(await ask(olga.as)).toMatchObject({ ok: false, status: 404 })
  expect(userId.length).toBeGreaterThan(20)
  expect(text).not.toContain(userId)
})

test('that it was made is evidence, with its hash', async () => {
  const { items } = await api.call(requests.getEvents, { params: { id: requestId } }, ben.as)
  expect(items.find(({ seq }) => seq === parsed().head.seq + 1)).toMatchObject({
    type: 'protocol_made',
    data: { type: 'EVIDENCE', chainHead: parsed().head.hash },
  })
})

test('a changed event is named, also where its hashes were recomputed', () => {
  const by = (name: string) => ({ kind: 'account', name, email: null, address: null, userAgent: null })
  expect(changed(({ events }) => void (events[2]!.event.actor = by('Mallory')))).toEqual(['event 3 changed'])
  const rehashed = changed(({ events }) => {
    const { event, previousHash } = events[2]!
    event.actor = by('Mallory')
    events[2]!.hash = hashOf(event, previousHash)
  })
  expect(rehashed).toEqual(['event 4 not_linked'])
  const rewritten = changed(({ events, head }) => {
    let previous = firstPreviousHash(requestId).toString('hex')
    for (const one of events) {
      one.event.actor = by('Mallory')
      one.previousHash = previous
      previous = one.hash = hashOf(one.event, previous)
    }
    head.hash = previous
  })
  expect(rewritten).toContain('file signature_invalid')
  expect(rewritten.filter((found) => found.endsWith('rewritten'))).toHaveLength(2)
})

const hashOf = (event: EvidenceFile['events'][number]['event'], previousHash: string) =>
  hashEvent({ ...event, at: new Date(event.at) }, Buffer.from(previousHash, 'hex')).toString('hex')

test('removed, reordered, doubled and added events are named', () => {
  expect(changed(({ events }) => void events.splice(2, 1))).toEqual(['event 4 removed'])
  expect(changed(({ events }) => void events.splice(1, 2, events[2]!, events[1]!))).toEqual([
    'event 2 reordered',
  ])
  expect(changed(({ events }) => void events.splice(1, 0, events[1]!))).toEqual(['event 2 reordered'])
  const count = parsed().events.length
  const added = changed(({ events }) => {
    const { event, hash } = events.at(-1)!
    const more = { ...event, seq: count + 1 }
    events.push({ event: more, previousHash: hash, hash: hashOf(more, hash) })
  })
  expect(added).toEqual([`event ${count + 1} added`])
})

test('a cut tail is named, also where the heads that tell of it were taken out or set back', () => {
  const count = parsed().events.length
  expect(changed(({ events }) => void events.splice(-2))).toEqual([`event ${count - 1} cut`])
  const without = changed((file) => {
    file.events.splice(-2)
    file.heads = []
  })
  expect(without).toEqual([`event ${count - 1} cut`])
  const setBack = changed((file) => {
    const { event, hash } = file.events.at(-3)!
    file.events.splice(-2)
    file.heads = []
    file.head = { seq: event.seq, hash }
  })
  expect(setBack).toEqual(['file signature_invalid'])
  const hourly = changed((file) => {
    const [head] = file.heads
    file.events.splice(head!.seq)
    file.heads.splice(1)
    file.head = { seq: head!.seq, hash: head!.hash }
    file.signature = head!.signature
  })
  expect(hourly).toEqual(['file signature_invalid'])
})

test('a replaced head is named: another event, another time, another signature, another list', () => {
  const where = `head of ${parsed().heads[0]!.takenAt}`
  const other = 'ab'.repeat(32)
  expect(changed(({ heads }) => void (heads[0]!.path = []))).toEqual([`${where} head_replaced`])
  expect(changed(({ heads }) => void (heads[0]!.path = [other]))).toEqual([`${where} signature_invalid`])
  expect(changed(({ heads }) => void (heads[0]!.previousDigest = other))).toEqual([
    `${where} signature_invalid`,
  ])
  expect(changed(({ heads }) => void (heads[0]!.signature = heads[1]!.signature))).toEqual([
    `${where} signature_invalid`,
  ])
  expect(changed(({ heads }) => void (heads[0]!.signature = 'MAA='))).toEqual([
    `${where} signature_invalid`,
    `${where} timestamp_invalid`,
  ])
  expect(changed(({ heads }) => void (heads[0]!.hash = other))).toEqual([
    `event ${parsed().heads[0]!.seq} rewritten`,
    `${where} signature_invalid`,
  ])
  const set = '2020-01-01T00:00:00.000Z'
  expect(changed((file) => void (file.madeAt = set))).toEqual([
    'file signature_invalid',
    'file time_mismatch',
  ])
})

test('who made it is shown by anchors from outside: those of another service, in the file or beside it, are named', async () => {
  const other = await startTestApi({ jobs: false })
  const anchors = fromPem(await (await fetch(`${other.url}/pki/evidence-anchors.pem`)).text())
  await other.stop()
  expect(check(parsed(), { trusted: { ...trusted, signer: anchors } })).toContain('file not_trusted')
  const swapped = edited((file) => {
    file.anchors = { signer: anchors.map((der) => toPem([der])), timestamp: file.anchors.timestamp }
  })
  expect(check(swapped, {})).toContain('file not_trusted')
  expect(new Set(check(swapped))).toEqual(new Set(['anchors not_trusted']))
  // The same of the time-stamp authorities.
  expect(check(parsed(), { trusted: { ...trusted, timestamp: anchors } })).toContain('file not_trusted')
  const restamped = edited((file) => {
    file.anchors = { signer: file.anchors.signer, timestamp: anchors.map((der) => toPem([der])) }
  })
  expect(check(restamped, {})).toContain('file not_trusted')
  expect(new Set(check(restamped))).toEqual(new Set(['anchors not_trusted']))
})

test('evidence that someone invented, signed below an authority whose time-stamps are trusted, is not the service’s', async () => {
  const authority = await openLocalAuthority({
    store: inMemoryKeyStore(),
    masterKey: { current: randomBytes(32), previous: [] },
    installation: { organization: 'Time-stamps Ltd', publicUrl: api.url },
    now: () => new Date(),
  })
  const mallory = { ...api.context, trustService: localTrustService(authority) }
  const file = parsed()
  file.events[0]!.event.data = { invented: true }
  let previous = firstPreviousHash(requestId).toString('hex')
  for (const one of file.events) {
    one.previousHash = previous
    previous = one.hash = hashOf(one.event, previous)
  }
  const head = { seq: file.events.length, hash: previous }
  const forged = { ...file, heads: [], head, anchors: { signer: [], timestamp: [] } }
  forged.signature = (await signDigest(mallory, digestFile(forged))).toString('base64')
  const timestamp = [...trusted.timestamp, ...(await authority.roots())]
  // Who takes all authorities for the service believes it.
  expect(check(forged, { trusted: { signer: [...trusted.signer, ...timestamp], timestamp } })).toEqual([])
  expect(check(forged, { trusted: { ...trusted, timestamp } })).toEqual(['file not_trusted'])
})

test('a file of another request is named, and so is an event or a head of one', async () => {
  const another = await aSignatureRequest(api, { owner: ben, signers: [{ email: ben.email }] })
  expect(check(parsed(), { trusted, requestId: another.id })).toEqual(['file other_request'])
  const relabelled = changed((file) => void (file.requestId = another.id))
  expect(relabelled).toContain('event 1 other_request')
  expect(relabelled).toContain('file signature_invalid')
  await signHeads(api.context)
  const answer = await api.call(
    getReport,
    { params: { id: another.id }, query: { type: 'EVIDENCE' } },
    ben.as,
  )
  const { heads, events } = readEvidenceFile(await answer.text())
  expect(changed((file) => void (file.heads = heads)).filter((found) => found.startsWith('head'))).toEqual([
    `head of ${heads[0]!.takenAt} signature_invalid`,
  ])
  expect(changed((file) => void (file.events[0] = events[0]!))).toEqual([
    'event 1 other_request',
    'event 1 not_linked',
    'event 2 not_linked',
  ])
})

test('a text that says two things, or is none of ours, is not read', () => {
  const twice = text.replace('"format":', '"format":"countersign-evidence/9","format":')
  for (const wrong of [
    '',
    '{}',
    '[',
    text.slice(0, -20),
    twice,
    text.replace('"madeAt"', '"extra":1,"madeAt"'),
  ])
    expect(() => readEvidenceFile(wrong)).toThrow(expect.objectContaining({ name: 'NotAnEvidenceFile' }))
  expect(() => readEvidenceFile(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toThrow(
    /evidence file|JSON/,
  )
})

test('without a time-stamp there is no file, and no word of one', async () => {
  const made = async () => {
    const { items } = await api.call(requests.getEvents, { params: { id: requestId } }, ben.as)
    return items.filter(({ type }) => type === 'protocol_made').length
  }
  const before = await made()
  await api.fault('tsa', 'status_503', -1)
  await api.fault('tsa2', 'status_503', -1)
  expect(await ask(ben.as)).toMatchObject({ status: 503, error: { key: 'service.unavailable' } })
  expect(await made()).toBe(before)
})
