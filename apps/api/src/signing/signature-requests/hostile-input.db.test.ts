import { login } from '@countersign/contract/sessions.ts'
import { register } from '@countersign/contract/accounts.ts'
import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const byId = (id: string) => ({ params: { id } })
const wrong = (field: string, code: string) => ({
  status: 400,
  error: {
    key: 'validation.failed',
    fields: expect.arrayContaining([expect.objectContaining({ field, code })]),
  },
})

test('what is named twice is refused by its name', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  const id = draft.documents[0]?.id ?? ''
  const signer = { sid: draft.signatures[0]?.sid, account_email: anna.email }
  const change = (signatures: SignerInput[]) =>
    api.ask(requests.updateSignatureRequest, { ...byId(draft.id), body: { signatures } }, ben.as)
  expect(
    await api.ask(
      requests.createSignatureRequest,
      { body: { title: 'Twice', documents: [{ id }, { id }] } },
      ben.as,
    ),
  ).toMatchObject(wrong('documents.1.id', 'twice'))
  expect(await change([signer, signer] as never)).toMatchObject(wrong('signatures.1.sid', 'twice'))
  const places = [{ document_id: id }, { document_id: id }]
  expect(await change([{ ...signer, document_signatures: places }] as never)).toMatchObject(
    wrong('signatures.0.document_signatures.1.document_id', 'twice'),
  )
})

test('text that no database keeps is refused as a wrong field, not as an error of ours', async () => {
  const half = await api.ask(requests.createSignatureRequest, { body: { title: 'half \ud83d' } }, ben.as)
  expect(half).toMatchObject({ status: 400, error: { fields: [{ field: 'title' }] } })
  const zero = await api.ask(login, { body: { email: 'a\u0000b@example.org', password: 'x' } })
  expect(zero).toMatchObject({ status: 400, error: { fields: [{ field: 'email' }] } })
  const whole = await api.ask(requests.createSignatureRequest, { body: { title: 'whole 😀' } }, ben.as)
  expect(whole).toMatchObject({ status: 201, body: { title: 'whole 😀' } })
  const name = { firstName: '\udc00', lastName: 'B', password: 'x', token: 'none', gtc: true } as const
  expect(await api.ask(register, { body: name })).toMatchObject(wrong('firstName', 'invalid_format'))
})

test('a list from a year that the calendar does not have is a list', async () => {
  const query = { date_from: '0000-01-01', date_to: '9999-12-31' }
  const reply = await api.ask(requests.listSignatureRequests, { query }, ben.as)
  expect(reply.status).toBe(200)
  const nothing = { query: { date_to: '0000-01-01T00:00:00Z' } }
  expect(await api.call(requests.listSignatureRequests, nothing, ben.as)).toMatchObject({ total_items: 0 })
})

test('an end whose year has five digits in UTC is refused: nobody could read a request with it', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  for (const expiration_date of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:30:00+01:00']) {
    const body = { title: 'For ever', expiration_date }
    expect(await api.ask(requests.createSignatureRequest, { body }, ben.as)).toMatchObject(
      wrong('expiration_date', 'invalid_format'),
    )
    const changed = await api.ask(requests.updateSignatureRequest, { ...byId(draft.id), body }, ben.as)
    expect(changed).toMatchObject(wrong('expiration_date', 'invalid_format'))
  }
  const last = { expiration_date: '9999-12-31T23:59:59Z' }
  await api.call(requests.updateSignatureRequest, { ...byId(draft.id), body: last }, ben.as)
  await api.call(requests.initiateSignatureRequest, byId(draft.id), ben.as)
  const read = await api.call(requests.getSignatureRequest, byId(draft.id), anna.as)
  expect(read.expiration_date).toBe('9999-12-31T23:59:59.000Z')
})

test('as many signers on as many documents as may be are kept, and not one more', async () => {
  const { id } = await aDraft(api, { owner: ben, documents: [] })
  const one = await aDraft(api, { owner: ben })
  await api.context.pool.query(
    `WITH made AS (
       INSERT INTO documents (id, root_id, kind, owner_id, name, title, content_type, size, sha256, page_count, pages)
       SELECT g, g, 'upload', owner_id, name, title, content_type, size, sha256, page_count, pages
       FROM documents, (SELECT gen_random_uuid() AS g FROM generate_series(1, 49)) ids WHERE id = $1 RETURNING id)
     INSERT INTO request_documents SELECT $2, id, id, row_number() OVER () - 1 FROM made`,
    [one.documents[0]?.id, id],
  )
  const add = (content: Buffer) => {
    const body = { name: 'One more.pdf', content: content.toString('base64') }
    return api.ask(requests.addDocument, { ...byId(id), body }, ben.as)
  }
  const full = { status: 409, error: { key: 'request.too_many_documents' } }
  const both = await Promise.all([add(aPdf()), add(aPdf())])
  expect(both.toSorted((a, b) => a.status - b.status)).toMatchObject([{ status: 201 }, full])
  // It is said before the file is read.
  expect(await add(Buffer.from('no PDF'))).toMatchObject(full)
  const { documents } = await api.call(requests.getSignatureRequest, byId(id), ben.as)
  const document_signatures = documents.map((document) => ({ document_id: document.id }))
  const signatures = Array.from({ length: 500 }, (_, index) => ({
    account_email: `signer${index}@example.org`,
    document_signatures,
  }))
  const changed = await api.call(
    requests.updateSignatureRequest,
    { ...byId(id), body: { signatures } },
    ben.as,
  )
  expect(changed.signatures).toHaveLength(500)
  expect(changed.signatures.at(-1)?.document_signatures).toHaveLength(50)
  const more = { ...byId(id), body: { account_email: 'one.more@example.org' } }
  expect(await api.ask(requests.addSignature, more, ben.as)).toMatchObject(wrong('signatures', 'too_big'))
})

test('what is changed of a request that is sent shows in its history, the signers’ names too', async () => {
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email, firstName: 'Anna' }],
  })
  const [signature] = request.signatures
  const changed = {
    sid: signature?.sid,
    account_email: anna.email,
    signer_identity_data: { email_address: anna.email, first_name: 'Annabelle' },
    document_signatures: signature?.document_signatures.map(({ document_id }) => ({ document_id })) ?? [],
  }
  await api.call(
    requests.updateSignatureRequest,
    { ...byId(request.id), body: { signatures: [changed] } },
    ben.as,
  )
  const { items } = await api.call(requests.getEvents, byId(request.id), ben.as)
  // The invitation may go out before or after.
  expect(items.find((event) => event.type === 'changed')).toMatchObject({
    data: {
      fields: ['signers'],
      signers: [{ signatureId: signature?.sid, firstName: 'Annabelle', fields: ['firstName', 'documents'] }],
    },
  })
})

const half =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and then nothing'
test.each([
  ['multipart/form-data', 'no boundary', 400, 'request.malformed'],
  ['multipart/form-data; boundary=x', half, 400, 'request.malformed'],
  ['multipart/form-data; boundary=x', '--x--\r\n', 400, 'validation.failed'],
  ['text/plain', 'a file', 415, 'media.unsupported'],
  ['application/xml', '<a/>', 415, 'media.unsupported'],
  ['application/json', '{"name":', 400, 'request.malformed'],
])('an upload as %s with %j is refused', async (type, body, status, key) => {
  const { id } = await aDraft(api, { owner: ben, documents: [] })
  const response = await fetch(`${api.url}/v3/signature-requests/${id}/documents`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: ben.as },
    body,
  })
  expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body: { key } })
})

test('a form where JSON is expected is no kind of content that is taken', async () => {
  const response = await fetch(`${api.url}${login.path}`, { method: 'POST', body: new FormData() })
  expect(response.status).toBe(415)
})
