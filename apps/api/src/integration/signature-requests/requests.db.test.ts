import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { uploadDocumentV2 } from '@countersign/contract/integration/documents.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as web from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
let program: Program
let businessId: string
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aBusiness(api, { admins: [anna] })
  program = await anApiUser(api, { admin: anna, businessId })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const newEmail = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`

test('a program sends a document with one call; a guest signs by the link in the answer', async () => {
  const email = newEmail()
  const created = await api.call(
    calls.createRequestV2,
    {
      body: {
        quality: 'SES',
        title: 'Lease',
        message: 'Please sign.',
        content,
        custom: 'tenant-4711',
        callback_success_url: 'https://rent.example.com/done?id=SKRIBBLE_SIGNATURE_REQUEST_ID',
        signatures: [
          {
            account_email: email,
            signer_identity_data: {
              email_address: email,
              first_name: 'Carla',
              last_name: 'Rossi',
              identity_reference: 'person-9',
            },
            visual_signature: { position: { page: '0', x: 100, y: 600, width: 180, height: 60 } },
          },
        ],
      },
    },
    program.as,
  )
  expect(created).toMatchObject({
    status_overall: 'OPEN',
    owner: program.username,
    business: businessId,
    custom: 'tenant-4711',
    write_access: [program.username],
    signatures: [
      {
        status_code: 'OPEN',
        account_email: email,
        signer_identity_data: { first_name: 'Carla', identity_reference: 'person-9' },
        visual_signature: { position: { page: '0', x: 100, y: 600, width: 180, height: 60 } },
      },
    ],
  })
  const invitation = await api.inbox.next(email)
  expect(invitation.text).toContain('\nLindenhof AG has requested your signature.')
  expect(invitation.text).not.toContain('api_prod')

  const link = created.signatures[0]?.signing_url ?? ''
  await api.call(
    signDirect,
    { body: { signatureRequests: [{ signatureRequestId: created.id }] } },
    guestOf(link).as,
  )
  const signed = await api.call(calls.getRequestV2, { params: { id: created.id } }, program.as)
  expect(signed).toMatchObject({ status_overall: 'SIGNED' })
  expect(signed.document_id).not.toBe(created.document_id)
  expect(signed.signatures[0]).toMatchObject({
    status_code: 'SIGNED',
    signed_quality: 'SES',
    signed_at: expect.any(String),
    signed_legislation: null,
  })
  const { rows } = await api.context.pool.query<{ type: string; actor: { kind: string } }>(
    'SELECT type, actor FROM evidence_events WHERE request_id = $1 ORDER BY seq',
    [created.id],
  )
  const byProgram = rows.filter(({ actor }) => actor.kind === 'api_user').map(({ type }) => type)
  expect(byProgram).toEqual(['created', 'initiated', 'link_disclosed'])
})

test('a draft of several documents is sent when the program says so, and an account signs it', async () => {
  const draft = await api.call(
    web.createSignatureRequest,
    { body: { title: 'Two files', documents: [{ name: 'A.pdf', content }] } },
    anna.as,
  )
  // The web app's own call at the same address keeps its own shape.
  expect(draft.viewer.role).toBe('owner')
  const first = await api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Lease', content, signatures: [] } },
    program.as,
  )
  expect(first).toMatchObject({ status_overall: 'OPEN', signatures: [] })
  const created = await api.call(
    calls.createRequestV3,
    {
      body: {
        quality: 'SES',
        title: 'Lease',
        documents: [{ id: first.document_id }],
        signatures: [{ account_email: ben.email }],
        observers: [anna.email],
      },
    },
    program.as,
  )
  expect(created).toMatchObject({ status_overall: 'DRAFT', origin: 'API', observers: [{ type: 'USER' }] })
  const sent = await api.call(calls.initiateRequestV3, { params: { id: created.id } }, program.as)
  expect(sent).toMatchObject({
    status_overall: 'OPEN',
    signatures: [{ status_code: 'OPEN', signing_url: null, invited_by: program.username }],
  })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: created.id }] } }, ben.as)
  const found = await api.call(calls.listRequestsV3, { query: { status_overall: 'SIGNED' } }, program.as)
  expect(found.map(({ id }) => id)).toContain(created.id)
  const id = sent.documents[0]?.id ?? ''
  const file = await api.call(downloadDocument, { params: { id }, query: {} }, ben.as)
  expect(file.size).toBeGreaterThan(100)
})

test('of two requests that are made of one uploaded document at the same time each has its own', async () => {
  const body = { title: 'Lease', content }
  const uploaded = await api.call(uploadDocumentV2, { body }, program.as)
  const documents = [{ id: uploaded.id }]
  const create = () =>
    api.call(calls.createRequestV3, { body: { quality: 'SES', title: 'Lease', documents } }, program.as)
  const all = await Promise.all([create(), create(), create(), create()])
  const ids = all.map((request) => request.documents[0]?.id)
  expect(new Set(ids).size).toBe(4)
  expect(ids).toContain(uploaded.id)
})

test('the request of a program without signers waits, and is sent with the first', async () => {
  const email = newEmail()
  const { id } = await api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Later', content } },
    program.as,
  )
  const added = await api.call(
    calls.addSignerV2,
    { params: { id }, body: { signer_identity_data: { email_address: email } } },
    program.as,
  )
  expect(added.signatures[0]?.signing_url).toContain(`/view/${id}/`)
  expect((await api.inbox.next(email)).subject).toContain('Later')
})

test('another business’s program, and one without the scope, see nothing of it', async () => {
  const otto = await api.person({ firstName: 'Otto' })
  const other = await anApiUser(api, {
    admin: otto,
    businessId: await aBusiness(api, { name: 'Other', admins: [otto] }),
  })
  const { id } = await api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Private', content } },
    program.as,
  )
  const read = (as: string) => api.ask(calls.getRequestV2, { params: { id } }, as)
  expect(await read(other.as)).toMatchObject({ status: 404 })
  expect(await api.call(calls.listRequestsV2, { query: {} }, other.as)).toEqual([])
  const reader = await anApiUser(api, { admin: anna, businessId, scopes: ['members'] })
  expect(await read(reader.as)).toMatchObject({ status: 403, error: { key: 'api_user.not_opened' } })
  expect(await read(anna.as)).toMatchObject({ status: 401 })
})

test('what a program asks for is kept and found again, and what it cannot have is refused by name', async () => {
  const number = crypto.randomUUID()
  const custom = `Übernahme-${number}`
  const created = await api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Offer', content, custom, attach_on_success: ['SIGNED_DOCUMENT'] } },
    program.as,
  )
  expect(created.attach_on_success).toEqual(['SIGNED_DOCUMENT'])
  for (const search of [custom.toUpperCase(), `ubernahme-${number}`]) {
    const found = await api.call(calls.listRequestsV2, { query: { search } }, program.as)
    expect(found.map(({ id }) => id)).toEqual([created.id])
  }
  const changed = await api.call(
    calls.updateRequestV2,
    { body: { id: created.id, title: 'New offer', callback_update_url: 'https://rent.example.com/update' } },
    program.as,
  )
  expect(changed).toMatchObject({
    title: 'New offer',
    custom,
    callback_update_url: 'https://rent.example.com/update',
  })
  const both = await api.ask(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Both', content, document_id: created.document_id } },
    program.as,
  )
  expect(both).toMatchObject({ status: 400, error: { fields: [{ field: 'content', code: 'one_of' }] } })
})

test('a request that names no level is qualified; a demonstration stays one', async () => {
  const signatures = [{ account_email: ben.email }]
  const body = { title: 'Lease', content, signatures }
  const created = await api.call(calls.createRequestV2, { body }, program.as)
  expect(created).toMatchObject({ status_overall: 'OPEN', quality: 'QES', legislation: 'ZERTES' })
  expect(
    await api.ask(sign, { body: { signatureRequests: [{ signatureRequestId: created.id }] } }, ben.as),
  ).toMatchObject({
    status: 409,
    error: { key: 'signing.identification_required' },
  })
  const documents = [{ id: created.document_id }]
  const draft = await api.call(
    calls.createRequestV3,
    { body: { title: 'Lease', documents, quality: null } },
    program.as,
  )
  expect(draft).toMatchObject({ quality: 'QES', legislation: 'ZERTES' })
  const demo = await anApiUser(api, { admin: anna, businessId, environment: 'DEMO' })
  const trial = await api.call(calls.createRequestV2, { body }, demo.as)
  expect(trial).toMatchObject({ quality: 'DEMO', legislation: null })
})

test('whatever a demonstration asks for, what is signed is a demonstration', async () => {
  const demo = await anApiUser(api, { admin: anna, businessId, environment: 'DEMO' })
  expect(demo.username).toMatch(/^api_demo_/)
  const created = await api.call(
    calls.createRequestV2,
    {
      body: {
        title: 'Trial',
        content,
        quality: 'SES',
        signatures: [{ account_email: ben.email }],
      },
    },
    demo.as,
  )
  expect(created.quality).toBe('DEMO')
})
