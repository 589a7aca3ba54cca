import { getDirectUser } from '@countersign/contract/accounts.ts'
import { downloadDirectDocument, downloadDocument, getDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna', lang: 'de' })
})
afterAll(() => api?.stop())

const order = (id: string) => ({ body: { signatureRequests: [{ signatureRequestId: id }] } })
const asSigner = (person: Person) => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
})
const aGuest = (name: string) => ({
  email: `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`,
  firstName: name,
  lastName: 'Rossi',
})

async function signedFile(id: string): Promise<Uint8Array> {
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  const file = await api.call(
    downloadDocument,
    { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
    ben.as,
  )
  return new Uint8Array(await file.arrayBuffer())
}
const anchors = async () => (await fetch(`${api.url}/pki/anchors.pem`)).text()

test('an account holder and a guest sign: outside validators agree, and everyone is told with a way to the document', async () => {
  const guest = aGuest('carla')
  const request = await aSignatureRequest(api, {
    owner: ben,
    documents: [aPdf({ pages: 10 })],
    signers: [asSigner(anna), guest],
  })
  await api.inbox.next(anna.email, /Ben Keller/)
  const invitation = await api.inbox.next(guest.email)
  const { as } = guestOf(linkIn(invitation))

  const first = await api.call(sign, order(request.id), anna.as)
  const second = await api.call(signDirect, order(request.id), as)
  expect([...first.signatures, ...second.signatures]).toMatchObject([
    { status: 'SIGNED', error: null },
    { status: 'SIGNED', error: null },
  ])
  const done = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  expect(done).toMatchObject({ status_overall: 'SIGNED', viewer: { status: 'COMPLETED' } })

  const file = await signedFile(request.id)
  const outside = await checkOutside(file, await anchors())
  expect(outside.signatures).toMatchObject([
    { kind: 'signature', openssl: 'ok', hasTimestamp: true, hasSigningTime: false, coversWholeFile: false },
    { kind: 'signature', openssl: 'ok', hasTimestamp: true, hasSigningTime: false, coversWholeFile: false },
    { kind: 'document_timestamp', openssl: 'ok', coversWholeFile: true },
  ])
  expect(outside.pdfsig.slice(0, 2).map(({ signature }) => signature)).toEqual([
    'Signature is Valid.',
    'Signature is Valid.',
  ])
  // Of two signatures by one certificate pdfsig can place only the first: NSS trips over the second copy of it.
  expect(outside.pdfsig[0]?.certificate).toBe('Certificate is Trusted.')
  expect(outside.qpdf).toBe('clean')

  const { token } = await api.call(getDirectUser, {}, as)
  const documentId = request.documents[0]?.id ?? ''
  const forGuest = await api.call(downloadDirectDocument, {
    params: { id: documentId },
    query: { signed: 'true', token },
  })
  expect(forGuest.size).toBe(file.length)
  const told = await Promise.all(
    [ben, anna, guest].map(({ email }) => api.inbox.next(email, /Rental contract/)),
  )
  expect(told.every((mail) => mail.links.some((link) => link.includes(`/view/${request.id}`)))).toBe(true)
})

test('two signers at the same instant: both signatures are there, one after the other', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(ben), asSigner(anna)] })
  const answers = await Promise.all([
    api.call(sign, order(request.id), ben.as),
    api.call(sign, order(request.id), anna.as),
  ])
  expect(answers.map((answer) => answer.signatures[0]?.status)).toEqual(['SIGNED', 'SIGNED'])
  const outside = await checkOutside(await signedFile(request.id), await anchors())
  expect(outside.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
    'signature ok',
    'signature ok',
    'document_timestamp ok',
  ])
})

test('ten clicks at once make one signature, and each is told so', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(anna)] })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.call(sign, order(request.id), anna.as)),
  )
  expect(new Set(answers.map((answer) => answer.signatures[0]?.status))).toEqual(new Set(['SIGNED']))
  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, ben.as)
  expect(items.filter((event) => event.type === 'signed')).toHaveLength(1)
  const outside = await checkOutside(await signedFile(request.id), await anchors())
  expect(outside.signatures.map(({ kind }) => kind)).toEqual(['signature', 'document_timestamp'])
})

test('the same Idempotency-Key answers the same; with another body it is refused', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(() => aSignatureRequest(api, { owner: ben, signers: [asSigner(anna)] })),
  )
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await api.call(sign, order(one?.id ?? ''), anna.as, key)
  expect(await api.call(sign, order(one?.id ?? ''), anna.as, key)).toEqual(first)
  const other = await api.ask(sign, order(two?.id ?? ''), anna.as, key)
  expect(other).toMatchObject({ status: 422, error: { key: 'idempotency.mismatch' } })
})

test('who is not in turn has to wait, and is invited when the others have signed', async () => {
  const guest = aGuest('later')
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { ...asSigner(anna), sequence: 1 },
      { ...guest, sequence: 2 },
    ],
  })
  expect(request.signatures.map((signature) => signature.status_code)).toEqual(['OPEN', 'WAITING'])
  const written = await api.context.pool.query('SELECT FROM mails WHERE recipient = $1', [guest.email])
  expect(written.rowCount).toBe(0)
  await api.call(sign, order(request.id), anna.as)
  const invitation = await api.inbox.next(guest.email)
  const { signatures } = await api.call(signDirect, order(request.id), guestOf(linkIn(invitation)).as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('signing before one’s turn, after the end and for someone else is refused', async () => {
  const stranger = await api.person({ firstName: 'Dora' })
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { ...asSigner(ben), sequence: 1 },
      { ...asSigner(anna), sequence: 2 },
    ],
  })
  expect(await api.ask(sign, order(request.id), anna.as)).toMatchObject({
    status: 409,
    error: { key: 'signature.not_in_turn' },
  })
  expect(await api.ask(sign, order(request.id), stranger.as)).toMatchObject({
    status: 404,
    error: { key: 'not_found' },
  })
  expect(await api.ask(sign, order(request.id))).toMatchObject({
    status: 401,
    error: { key: 'auth.required' },
  })
  expect(await api.ask(sign, { body: { signatureRequests: [] } }, ben.as)).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatureRequests' }] },
  })
})

test('the first time-stamp authority is away: the next one stamps', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(anna)] })
  await api.fault('tsa', 'status_503', -1)
  try {
    const { signatures } = await api.call(sign, order(request.id), anna.as)
    expect(signatures).toMatchObject([{ status: 'SIGNED' }])
  } finally {
    await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  }
})

test('all time-stamp authorities are away: it fails visibly, nothing is signed, and a new try signs', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(anna)] })
  await api.fault('tsa', 'status_503', -1)
  await api.fault('tsa2', 'bad_signature', -1)
  const failed = await api.call(sign, order(request.id), anna.as)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  expect(failed.signatures).toMatchObject([{ status: 'ERROR', error: 'timestamp_unavailable' }])
  const shown = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, anna.as)
  expect(shown).toMatchObject({
    status_overall: 'OPEN',
    viewer: { can: { sign: true } },
    signatures: [{ status_code: 'OPEN', signing: { status: 'ERROR' } }],
  })
  expect(shown.documents[0]?.version_id).toBe(shown.documents[0]?.id)

  // An authority that failed is left alone for a moment.
  const tryAgain = async () => (await api.call(sign, order(request.id), anna.as)).signatures[0]?.status
  await expect.poll(tryAgain, { interval: 500 }).toBe('SIGNED')
})

test('the field of a signature is in the version that came of it, as signed', async () => {
  const field = { name: 'Approval', signed: false, places: [] }
  const request = await aDraft(api, { owner: ben, signers: [asSigner(ben)] })
  const [document] = request.documents
  await api.context.pool.query('UPDATE documents SET signature_fields = $2 WHERE id = $1', [
    document?.id,
    JSON.stringify([field]),
  ])
  await api.call(requests.initiateSignatureRequest, { params: { id: request.id } }, ben.as)
  await api.call(sign, order(request.id), ben.as)
  const done = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  const version = { params: { id: done.documents[0]?.version_id ?? '' } }
  const { signature_fields } = await api.call(getDocument, version, ben.as)
  expect(signature_fields.map(({ name, signed }) => [name.replace(/-.*/, ''), signed])).toEqual([
    ['Approval', false],
    ['Signature', true],
  ])
})

test('a document whose signatures are invalid ends its request with an error; the signer and the sender are told', async () => {
  const unsignable = anyPdf({
    catalog: '/DSS 80 0 R',
    page: '/Resources<</XObject 80 0 R>>',
    objects: { 80: '<</Type/DSS>>' },
  })
  const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(anna)] })
  // As though it had been taken before uploads were rehearsed.
  const stored = await api.context.documentStore.write(unsignable, unsignable.length)
  await api.context.db
    .updateTable('documents')
    .set({ sha256: stored.sha256, size: stored.size })
    .where('id', '=', request.documents[0]?.id ?? '')
    .execute()

  const failed = await api.call(sign, order(request.id), anna.as)
  expect(failed.signatures).toMatchObject([{ status: 'ERROR', error: 'document_not_signable' }])

  const mail = await api.inbox.next(ben.email, /Can’t be signed/)
  expect(mail.text).toContain('print the document to a new PDF')
  const seen = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  expect(seen).toMatchObject({
    status_overall: 'ERROR',
    viewer: { status: 'ERROR' },
    signatures: [{ status_code: 'ERROR', signing: { status: 'ERROR', error: 'document_not_signable' } }],
  })
  const again = await api.ask(sign, order(request.id), anna.as)
  expect(again).toMatchObject({ ok: false, error: { key: 'request.not_open' } })
})
