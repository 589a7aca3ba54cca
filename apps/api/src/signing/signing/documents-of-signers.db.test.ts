import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import * as templates from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  dora = await api.person({ firstName: 'Dora' })
})
afterAll(() => api?.stop())

const byId = (id: string) => ({ params: { id } })
const idsOf = (request: SignatureRequest) => request.documents.map(({ id }) => id)
const signedBy = (request: SignatureRequest) =>
  request.signatures.map((one) => one.document_signatures.map(({ document_id }) => document_id))

interface Signer {
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  /** By their places in the request; left out: nothing is said of documents. */
  readonly documents?: readonly number[]
}

/** A draft of two documents; each signer signs the ones named. */
async function draftFor(signers: readonly Signer[], documents = [aPdf(), aPdf()]): Promise<SignatureRequest> {
  const draft = await aDraft(api, { owner: ben, documents })
  const ids = idsOf(draft)
  const signatures = signers.map(({ email, firstName, lastName, documents: own }) => ({
    account_email: email,
    signer_identity_data: {
      email_address: email,
      first_name: firstName ?? null,
      last_name: lastName ?? null,
    },
    ...(own ? { document_signatures: own.map((index) => ({ document_id: ids[index] ?? '' })) } : {}),
  }))
  return api.call(requests.updateSignatureRequest, { ...byId(draft.id), body: { signatures } }, ben.as)
}

async function requestFor(signers: readonly Signer[]): Promise<SignatureRequest> {
  const { id } = await draftFor(signers)
  return api.call(requests.initiateSignatureRequest, byId(id), ben.as)
}

const order = (id: string, documentIds: readonly string[] = []) => ({
  body: {
    signatureRequests: [
      { signatureRequestId: id, documentSignatures: documentIds.map((documentId) => ({ documentId })) },
    ],
  },
})
const refusedFor = (code: string, field: string) => ({
  status: 400,
  error: {
    key: 'validation.failed',
    fields: expect.arrayContaining([expect.objectContaining({ code, field })]),
  },
})

/** What pdfsig says of each signature in the file: who signed, and whether it holds; the document timestamp at the end. */
async function signaturesIn(id: string): Promise<string[]> {
  const file = await api.call(downloadDocument, { ...byId(id), query: { signed: 'true' } }, ben.as)
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(new Uint8Array(await file.arrayBuffer()), anchors)
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
  const names = [...text.matchAll(/\/Name \((.*?)\)/g)]
  if (outside.signatures.length > 0) expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.every(({ openssl }) => openssl === 'ok')).toBe(true)
  const valid = outside.pdfsig.filter(({ signature }) => signature === 'Signature is Valid.')
  expect(valid.length).toBeGreaterThanOrEqual(names.length)
  return [
    ...names.map(([, name]) => name ?? ''),
    ...outside.signatures.flatMap(({ kind }) =>
      kind === 'document_timestamp' ? ['document timestamp'] : [],
    ),
  ]
}

test('each signer signs the documents they are asked to sign, and no others; each document is closed by its last signer', async () => {
  const guest = {
    email: `carla.${crypto.randomUUID().slice(0, 8)}@example.org`,
    firstName: 'Carla',
    lastName: 'Rossi',
  }
  const request = await requestFor([
    { ...guest, documents: [0] },
    { email: dora.email, documents: [1] },
    { email: anna.email, documents: [0, 1] },
  ])
  const [lease = '', annex = ''] = idsOf(request)
  expect(signedBy(request)).toEqual([[lease], [annex], [lease, annex]])
  const { as } = guestOf(linkIn(await api.inbox.next(guest.email)))

  await api.call(sign, order(request.id), anna.as)
  await api.call(signDirect, order(request.id, [lease]), as)
  expect(await signaturesIn(lease)).toEqual([`Anna ${anna.lastName}`, 'Carla Rossi', 'document timestamp'])
  expect(await signaturesIn(annex)).toEqual([`Anna ${anna.lastName}`])
  const half = await api.call(requests.getSignatureRequest, byId(request.id), ben.as)
  expect(half.status_overall).toBe('OPEN')

  await api.call(sign, order(request.id, [annex]), dora.as)
  expect(await signaturesIn(lease)).toEqual([`Anna ${anna.lastName}`, 'Carla Rossi', 'document timestamp'])
  expect(await signaturesIn(annex)).toEqual([
    `Anna ${anna.lastName}`,
    `Dora ${dora.lastName}`,
    'document timestamp',
  ])
  const done = await api.call(requests.getSignatureRequest, byId(request.id), ben.as)
  expect(done.status_overall).toBe('SIGNED')
  expect(signedBy(done)).toEqual([[lease], [annex], [lease, annex]])
  const { items } = await api.call(requests.getEvents, byId(request.id), ben.as)
  const signed = items.filter(({ type }) => type === 'signed')
  expect(
    signed.map(({ data }) =>
      (data['documents'] as { documentId: string }[]).map(({ documentId }) => documentId),
    ),
  ).toEqual([[lease, annex], [lease], [annex]])
})

test('a signing call that names a foreign document, one too few or one too many is refused, and nothing is signed', async () => {
  const request = await requestFor([{ email: anna.email }, { email: dora.email, documents: [1] }])
  const [lease = '', annex = ''] = idsOf(request)
  const other = idsOf(await draftFor([]))[0] ?? ''
  const field = 'signatureRequests.0.documentSignatures'
  const asAnna = (ids: readonly string[]) => api.ask(sign, order(request.id, ids), anna.as)
  expect(await asAnna([lease])).toMatchObject(refusedFor('incomplete', field))
  expect(await asAnna([lease, annex, other])).toMatchObject(refusedFor('unknown', `${field}.2.documentId`))
  expect(await asAnna([crypto.randomUUID()])).toMatchObject(refusedFor('unknown', `${field}.0.documentId`))
  expect(await asAnna([lease, annex, lease])).toMatchObject(refusedFor('twice', `${field}.2.documentId`))
  expect(await api.ask(sign, order(request.id, [annex, lease]), dora.as)).toMatchObject(
    refusedFor('not_asked', `${field}.1.documentId`),
  )
  const { items } = await api.call(requests.getEvents, byId(request.id), ben.as)
  expect(items.some(({ type }) => type === 'signing_started')).toBe(false)
  const { signatures } = await api.call(sign, order(request.id, [annex, lease]), anna.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('who signs everything signs what is added to the draft later; whose documents were chosen signs those', async () => {
  const draft = await draftFor([{ email: anna.email }, { email: dora.email, documents: [0] }])
  const [lease = '', annex = ''] = idsOf(draft)
  expect(signedBy(draft)).toEqual([[lease, annex], [lease]])
  const file = { name: 'Plan.pdf', content: aPdf().toString('base64') }
  const { id: plan } = await api.call(requests.addDocument, { ...byId(draft.id), body: file }, ben.as)
  const added = await api.call(requests.getSignatureRequest, byId(draft.id), ben.as)
  expect(signedBy(added)).toEqual([[lease, annex, plan], [lease]])

  // The only document of a signer is removed: that does not make them a signer of the others.
  await api.call(requests.removeDocument, { params: { id: draft.id, docId: lease } }, ben.as)
  const removed = await api.call(requests.getSignatureRequest, byId(draft.id), ben.as)
  expect(signedBy(removed)).toEqual([[annex, plan], []])
  expect(await api.ask(requests.initiateSignatureRequest, byId(draft.id), ben.as)).toMatchObject(
    refusedFor('required', 'signatures.1.document_signatures'),
  )
})

test('a request with a document that nobody signs is not sent, and cannot be corrected into one', async () => {
  const unsigned = {
    status: 409,
    error: {
      key: 'request.document_without_signer',
      fields: [
        { field: 'documents.1', code: 'no_signer', message: expect.stringContaining('Document 2.pdf') },
      ],
    },
  }
  const draft = await draftFor([{ email: anna.email, documents: [0] }])
  expect(await api.ask(requests.initiateSignatureRequest, byId(draft.id), ben.as)).toMatchObject(unsigned)

  const sent = await requestFor([
    { email: anna.email, documents: [0] },
    { email: dora.email, documents: [1] },
  ])
  const removal = { params: { id: sent.id, sigId: sent.signatures[1]?.sid ?? '' } }
  expect(await api.ask(requests.removeSignature, removal, ben.as)).toMatchObject(unsigned)
  const kept = await api.call(requests.getSignatureRequest, byId(sent.id), ben.as)
  expect(signedBy(kept)).toEqual(signedBy(sent))
})

test('a template and a copy keep who signs which document', async () => {
  const request = await requestFor([{ email: anna.email }, { email: dora.email, documents: [1] }])
  const copy = await api.call(requests.copySignatureRequest, byId(request.id), ben.as)
  const [ownLease = '', ownAnnex = ''] = idsOf(copy)
  expect(signedBy(copy)).toEqual([[ownLease, ownAnnex], [ownAnnex]])

  const template = await api.call(
    templates.createTemplate,
    { body: { name: 'Lease', signature_request_id: request.id } },
    ben.as,
  )
  const used = await api.call(templates.createRequestFromTemplate, { ...byId(template.id), body: {} }, ben.as)
  const [lease = '', annex = ''] = idsOf(used)
  expect(signedBy(used)).toEqual([[lease, annex], [annex]])
})

test('who is delegated to signs the documents of the one before', async () => {
  const request = await requestFor([
    { email: dora.email, documents: [1] },
    { email: anna.email, documents: [0] },
  ])
  const [lease = '', annex = ''] = idsOf(request)
  await api.call(
    requests.delegateSignature,
    { ...byId(request.id), body: { email: ben.email, message: '' } },
    dora.as,
  )
  await api.call(sign, order(request.id, [annex]), ben.as)
  expect(await signaturesIn(annex)).toEqual([`Ben ${ben.lastName}`, 'document timestamp'])
  expect(await signaturesIn(lease)).toEqual([])
})

test('signers of different documents sign at the same instant: each document has its own signature and is closed', async () => {
  const request = await requestFor([
    { email: anna.email, documents: [0] },
    { email: dora.email, documents: [1] },
  ])
  const [lease = '', annex = ''] = idsOf(request)
  const answers = await Promise.all(
    [anna, dora, anna, dora].map((person) => api.call(sign, order(request.id), person.as)),
  )
  expect(answers.map(({ signatures }) => signatures[0]?.status)).toEqual([
    'SIGNED',
    'SIGNED',
    'SIGNED',
    'SIGNED',
  ])
  expect(await signaturesIn(lease)).toEqual([`Anna ${anna.lastName}`, 'document timestamp'])
  expect(await signaturesIn(annex)).toEqual([`Dora ${dora.lastName}`, 'document timestamp'])
})
