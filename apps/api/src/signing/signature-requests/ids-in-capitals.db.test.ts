import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { lookInto, someEmail } from '#api/testing/request-actions.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

// A program may keep ids in capitals, as some databases do: either case is the same id (RFC 9562 §4).

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())
const { eventsOf, breaks, asGuest } = lookInto(() => api)

const capitals = (id: string) => id.toUpperCase()
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
const breaksOf = async (id: string) =>
  (await breaks()).filter((one) => 'requestId' in one && one.requestId === id)

test('the evidence of a request holds where a call names it in capitals', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  const params = { id: capitals(draft.id) }
  const body = { name: 'Annex.pdf', content: aPdf().toString('base64') }
  const added = await api.call(requests.addDocument, { params, body }, ben.as)
  await api.call(requests.removeDocument, { params: { ...params, docId: capitals(added.id) } }, ben.as)
  const { id } = await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  expect(id).toBe(draft.id)
  expect(await api.call(requests.getSignatureRequest, { params }, anna.as)).toMatchObject({ id })
  await api.call(requests.declineSignatureRequest, { params, body: { message: 'No' } }, anna.as)
  expect(await typesOf(id)).toEqual(
    expect.arrayContaining(['document_added', 'document_removed', 'opened', 'declined']),
  )
  expect(await breaksOf(id)).toEqual([])
})

test('a guest who opens a request by its id in capitals leaves its evidence whole', async () => {
  const email = someEmail()
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const as = await asGuest(email)
  await api.call(requests.getDirectSignatureRequest, { params: { id: capitals(id) } }, as)
  expect(await typesOf(id)).toContain('opened')
  expect(await breaksOf(id)).toEqual([])
})

test('signers, signatures and documents are found by their ids in capitals', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const [signature] = sent.signatures
  const sid = capitals(signature?.sid ?? '')
  const documents = sent.documents.map(({ id }) => ({ document_id: capitals(id) }))
  const signatures = [{ sid, account_email: anna.email, document_signatures: documents }]
  const params = { id: capitals(sent.id) }
  const corrected = await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  expect(corrected.signatures.map((one) => one.sid)).toEqual([signature?.sid])
  const order = {
    signatureRequestId: capitals(sent.id),
    signatureId: sid,
    documentSignatures: sent.documents.map(({ id }) => ({ documentId: capitals(id) })),
  }
  const twice = { signatureRequests: [order, { ...order, signatureRequestId: sent.id }] }
  expect(await api.ask(sign, { body: twice }, anna.as)).toMatchObject({
    error: { fields: [{ field: 'signatureRequests.1.signatureRequestId', code: 'twice' }] },
  })
  await api.call(sign, { body: { signatureRequests: [order] } }, anna.as)
  const status = () => api.call(getSigningStatus, { params: { ...params, sigId: sid } }, anna.as)
  await expect.poll(async () => (await status()).status).toBe('SIGNED')
  expect(await breaksOf(sent.id)).toEqual([])
})
