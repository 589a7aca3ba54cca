import { getSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { listForRequest } from '#api/evidence/repository.ts'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { appendEvents } from './append-event.ts'
import { find } from './repository.ts'

let api: TestApi
let owner: pg.Client
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client(api.connection)
  await owner.connect()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const documents = ['Lease', 'Annex', 'Inventory'].map((title) => aPdf({ title }))
const read = (id: string) => api.call(getSignatureRequest, { params: { id } }, ben.as)
const listed = ({ documents: all }: Pick<SignatureRequest, 'documents'>) => all.map(({ id }) => id)
const signedBy = ({ signatures }: Pick<SignatureRequest, 'signatures'>) =>
  signatures[0]?.document_signatures.map(({ document_id }) => document_id)

/** As every use case reads it. */
const stored = async (id: string) =>
  (await find(api.context.db, id))?.signatures[0]?.documents.map(({ documentId }) => documentId)

/** A row that is written again lies behind the others, and comes after them where no order is asked for. */
const rewriteRow = (documentId: string | undefined) =>
  owner.query('UPDATE signature_places SET form_field = form_field WHERE document_id = $1', [documentId])

test('what a signer signs is listed in the order of the documents: as it is sent, as it is read, and once they move', async () => {
  const { id, documents: all } = await aDraft(api, { owner: ben, documents })
  const [lease, annex, inventory] = listed({ documents: all })
  const backwards = [inventory, annex, lease].flatMap((one) => (one ? [{ document_id: one }] : []))
  const signatures = [{ account_email: ben.email, document_signatures: backwards }]
  const saved = await api.call(updateSignatureRequest, { params: { id }, body: { signatures } }, ben.as)
  expect(signedBy(saved)).toEqual([lease, annex, inventory])
  await rewriteRow(lease)
  expect(signedBy(await read(id))).toEqual([lease, annex, inventory])
  expect(await stored(id)).toEqual([lease, annex, inventory])

  const moved = backwards.map(({ document_id }) => ({ id: document_id }))
  const changed = await api.call(
    updateSignatureRequest,
    { params: { id }, body: { documents: moved } },
    ben.as,
  )
  expect(signedBy(changed)).toEqual([inventory, annex, lease])
  await rewriteRow(annex)
  expect(signedBy(await read(id))).toEqual([inventory, annex, lease])
  expect(await stored(id)).toEqual([inventory, annex, lease])
})

test('evidence is verified as it was written, whatever order its documents have', async () => {
  const { id, documents: all } = await aSignatureRequest(api, { owner: ben, documents, signers: [ben] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
  const signed = await documentsInEvidence(id, 'signed')
  expect(signed).toEqual([listed({ documents: all })])

  // As a release wrote it that took the documents as they came.
  const data = {
    documents: listed({ documents: all })
      .toReversed()
      .map((documentId) => ({ documentId })),
  }
  await transaction(api.context.db, (tx) =>
    appendEvents(tx, id, [{ type: 'signed', at: new Date(), actor: systemActor, data }]),
  )
  await rewriteRow(listed({ documents: all })[0])
  expect(await documentsInEvidence(id, 'signed')).toEqual([
    ...signed,
    listed({ documents: all }).toReversed(),
  ])
  const anchors = {
    signer: await api.context.trustService.anchors(),
    timestamp: await api.context.timestampAuthority.anchors(),
  }
  expect((await verifyEvidence(api.context.db, anchors)).chainBreaks).toEqual([])
})

async function documentsInEvidence(requestId: string, type: string): Promise<string[][]> {
  const events = await listForRequest(api.context.db, requestId)
  return events
    .filter((event) => event.type === type)
    .map(({ data }) =>
      (data as { documents: { documentId: string }[] }).documents.map((one) => one.documentId),
    )
}
