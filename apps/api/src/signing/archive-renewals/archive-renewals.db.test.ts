import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import {
  aPki,
  aTimestampToken,
  type Holder,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { ContentDamaged } from '#api/providers/document-store/port.ts'
import { scheduleArchiveRenewals } from './schedule-archive-renewals.ts'
import { renewArchive } from './renew-archive.ts'
import { listDueRequests } from './repository.ts'

let api: TestApi
let ben: Person
let owner: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  owner = new pg.Client(api.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

async function aSignedRequest(documents = [aPdf()]): Promise<string> {
  const signers = [{ email: ben.email, firstName: 'Ben', lastName: 'Keller' }]
  const { id } = await aSignatureRequest(api, { owner: ben, documents, signers })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
  const status = async () =>
    (await api.call(requests.getSignatureRequestStatus, { params: { id } }, ben.as)).status_overall
  await expect.poll(status).toBe('SIGNED')
  return id
}

const eventsOf = async (id: string) =>
  (await api.call(requests.getEvents, { params: { id } }, ben.as)).items.filter(
    ({ type }) => type === 'archive_renewed',
  )

async function fileOf(id: string): Promise<Uint8Array> {
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, ben.as)
  return new Uint8Array(await file.arrayBuffer())
}

/** As it is when the certificate of the timestamps is about to end. */
async function letWeaken(id: string, days: number): Promise<void> {
  const { rowCount } = await owner.query(
    `UPDATE archive_timestamps SET weakens_at = now() + $2 * interval '1 day'
     WHERE version_id IN (SELECT version_id FROM request_documents WHERE request_id = $1)`,
    [id, days],
  )
  expect(rowCount).toBeGreaterThan(0)
}

test('in time before a timestamp weakens all documents get a new one, and everything in them stays valid', async () => {
  const id = await aSignedRequest([aPdf(), aPdf({ pages: 2 })])
  const before = await fileOf(id)
  const { updated_at } = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, 80)
  await scheduleArchiveRenewals(api.context)
  await expect.poll(() => eventsOf(id)).toHaveLength(1)

  const after = await fileOf(id)
  expect(Buffer.compare(after.subarray(0, before.length), before)).toBe(0)
  const outside = await checkOutside(after, await (await fetch(`${api.url}/pki/anchors.pem`)).text())
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
    'signature ok',
    'document_timestamp ok',
    'document_timestamp ok',
  ])
  const [event] = await eventsOf(id)
  expect(event).toMatchObject({ actor: { kind: 'system' }, data: { documents: [{}, {}] } })
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  expect(request).toMatchObject({ status_overall: 'SIGNED', updated_at })
  const protocol = await api.call(getReport, { params: { id }, query: { type: 'HTML' } }, ben.as)
  expect(await protocol.text()).toMatch(/Upload[\s\S]*Signed by[\s\S]*Archive timestamp/)
})

test('what is protected for long is left as it is', async () => {
  const id = await aSignedRequest()
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, 100)
  const before = await fileOf(id)
  await renewArchive(api.context, id)
  expect(await fileOf(id)).toEqual(before)
})

test('the same renewal twice at once counts once', async () => {
  const id = await aSignedRequest()
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, 10)
  await Promise.all([renewArchive(api.context, id), renewArchive(api.context, id)])
  expect(await eventsOf(id)).toHaveLength(1)
  await renewArchive(api.context, id)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('without a time-stamp authority nothing changes, and it is made up for', async () => {
  const id = await aSignedRequest()
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, 10)
  const before = await fileOf(id)
  for (const party of ['tsa', 'tsa2']) await api.fault(party, 'status_503', -1)
  await expect(renewArchive(api.context, id)).rejects.toThrow('No time-stamp could be had')
  expect(await fileOf(id)).toEqual(before)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await renewArchive(api.context, id)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('a document that is missing or damaged keeps no other of its request from being renewed, and is tried again', async () => {
  const [damaged, healthy] = [aPdf({ title: crypto.randomUUID() }), aPdf({ title: crypto.randomUUID() })]
  const id = await aSignedRequest([damaged, healthy])
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, 10)
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    `SELECT d.sha256 FROM request_documents rd JOIN documents d ON d.id = rd.version_id WHERE rd.request_id = $1 ORDER BY rd.position`,
    [id],
  )
  const place = await api.context.documentStore.file(rows[0]?.sha256 ?? '')
  const content = await readFile(place)
  await chmod(place, 0o600)
  await writeFile(place, content.subarray(0, 100))
  await expect(renewArchive(api.context, id)).rejects.toThrow(ContentDamaged)
  expect(await eventsOf(id)).toMatchObject([{ data: { documents: [{}] } }])
  await writeFile(place, content)
  await renewArchive(api.context, id)
  expect(await eventsOf(id)).toHaveLength(2)
})

test('a document that is missing for a night is looked at again in the next', async () => {
  const id = await aSignedRequest()
  const { rows } = await api.context.pool.query<{ sha256: string; version_id: string }>(
    `SELECT d.sha256, rd.version_id FROM request_documents rd JOIN documents d ON d.id = rd.version_id WHERE rd.request_id = $1`,
    [id],
  )
  const place = await api.context.documentStore.file(rows[0]?.sha256 ?? '')
  await rename(place, `${place}.away`)
  await scheduleArchiveRenewals(api.context)
  const noted = () =>
    api.context.pool.query('SELECT weakens_at FROM archive_timestamps WHERE version_id = $1', [
      rows[0]?.version_id,
    ])
  expect((await noted()).rows).toEqual([])
  await rename(`${place}.away`, place)
  await scheduleArchiveRenewals(api.context)
  expect((await noted()).rows).toEqual([{ weakens_at: expect.any(Date) }])
})

/** Everything as it is in so many years, with a time-stamp authority of that time. */
function inYears(years: number): TestApi['context'] {
  const time = new Date(Date.now() + years * 365 * 86_400_000)
  const { root, issuing, timestamper } = aPki({ until: new Date(time.getTime() + 20 * 365 * 86_400_000) })
  const of = (holders: Holder[]) => holders.map(({ certificate }) => certificate.raw)
  const { timestampAuthority } = api.context
  return {
    ...api.context,
    now: () => time,
    timestampAuthority: {
      ...timestampAuthority,
      timestamp: async (digest) => ({ token: aTimestampToken(timestamper, digest, undefined, time) }),
      validation: async () => ({ certificates: of([issuing, timestamper]), ocsps: [], crls: [] }),
      anchors: async () => [...(await timestampAuthority.anchors()), ...of([root])],
    },
  }
}

test('what nobody renewed in time is not said to be protected again', async () => {
  const id = await aSignedRequest()
  await scheduleArchiveRenewals(api.context)
  const before = await fileOf(id)
  await renewArchive(inYears(30), id)
  expect(await eventsOf(id)).toEqual([])
  expect(await fileOf(id)).toEqual(before)
})

test('what was not renewed in time and is proven all the same is renewed', async () => {
  const id = await aSignedRequest()
  await scheduleArchiveRenewals(api.context)
  await letWeaken(id, -1)
  await renewArchive(api.context, id)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('what could not be renewed comes after what was never tried', async () => {
  const [first, second] = [await aSignedRequest(), await aSignedRequest()]
  await scheduleArchiveRenewals(api.context)
  await letWeaken(first, 5)
  await letWeaken(second, 10)
  const before = new Date(Date.now() + 20 * 86_400_000)
  const due = (triedBefore: Date) => listDueRequests(api.context.db, { before, triedBefore }, 1)
  expect(await due(new Date())).toEqual([first])
  for (const party of ['tsa', 'tsa2']) await api.fault(party, 'status_503', -1)
  await expect(renewArchive(api.context, first)).rejects.toThrow('No time-stamp could be had')
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  expect(await due(new Date(Date.now() - 3_600_000))).toEqual([second])
  await renewArchive(api.context, second)
  expect(await due(new Date(Date.now() - 3_600_000))).toEqual([])
  expect(await due(new Date(Date.now() + 1000))).toEqual([first])
})
