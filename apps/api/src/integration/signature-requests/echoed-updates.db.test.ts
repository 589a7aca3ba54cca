import { uploadDocumentV2 } from '@countersign/contract/integration/documents.ts'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import * as web from '@countersign/contract/signature-requests.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aField } from '#api/testing/signer-fields.ts'

// Clients get a request, change one member and put it back: nothing else may change by that.

let api: TestApi
let anna: Person
let ben: Person
let businessId: string
let program: Program
let sibling: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aBusiness(api, { admins: [anna], members: [ben] })
  program = await anApiUser(api, { admin: anna, businessId })
  sibling = await anApiUser(api, { admin: anna, businessId, description: 'Archive' })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const position = { page: '0', x: 100, y: 600, width: 180, height: 60 }
const aGuest = () => ({
  signer_identity_data: { email_address: `guest.${crypto.randomUUID().slice(0, 8)}@example.org` },
})
const createV2 = (body: object = {}) =>
  api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Lease', content, signatures: [aGuest()], ...body } },
    program.as,
  )
const upload = async (title: string) =>
  (await api.call(uploadDocumentV2, { body: { title, content } }, program.as)).id
const getV2 = (id: string, { as } = program) => api.call(calls.getRequestV2, { params: { id } }, as)
const getV3 = (id: string) => api.call(calls.getRequestV3, { params: { id } }, program.as)
/** As clients send it, whatever the types say. */
const put = async (version: 2 | 3, body: object, { as } = program) => {
  const response = await fetch(`${api.url}/v${version}/signature-requests`, {
    method: 'PUT',
    headers: { authorization: as, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { fields?: { field: string; code: string }[] }
  return {
    status: response.status,
    answer,
    fields: answer.fields?.map(({ field, code }) => `${field}: ${code}`),
  }
}

/** Of two documents, of which the first signer signs the first, and the second the second, at a place. */
async function aDividedRequest() {
  const [first, second] = [await upload('A'), await upload('B')]
  const signatures = [
    { ...aGuest(), document_signatures: [{ document_id: first }] },
    { ...aGuest(), document_signatures: [{ document_id: second, visual_signature: { position } }] },
  ]
  const body = {
    quality: 'SES' as const,
    title: 'Two',
    documents: [{ id: first }, { id: second }],
    signatures,
  }
  const { id } = await api.call(calls.createRequestV3, { body }, program.as)
  return { id, first, second }
}

test('an answer of /v2 that is put back leaves to each signer the documents that they sign', async () => {
  const { id, second } = await aDividedRequest()
  await api.call(calls.initiateRequestV3, { params: { id } }, program.as)
  const before = await getV3(id)
  const read = await getV2(id)
  expect(read.signatures.map(({ visual_signature }) => visual_signature)).toEqual([null, null])
  expect(await put(2, { ...read, title: 'Renamed' })).toMatchObject({ status: 200 })
  const after = await getV3(id)
  expect(after).toEqual({ ...before, title: 'Renamed', updated_at: after.updated_at })
  expect(after.signatures[1]?.document_signatures).toMatchObject([
    { document_id: second, visual_signature: { position } },
  ])
})

test('a place in the first document moves only that, and is refused for a signer who doesn’t sign it', async () => {
  const { id, first } = await aDividedRequest()
  const { signatures } = await getV2(id)
  const [one, two] = signatures.map(({ sid, signer_identity_data }) => ({ sid, signer_identity_data }))
  const placed = { visual_signature: { position: { ...position, y: 100 } } }
  expect(await put(2, { id, signatures: [{ ...one, ...placed }, two] })).toMatchObject({ status: 200 })
  const [changed] = (await getV3(id)).signatures
  expect(changed?.document_signatures).toMatchObject([
    { document_id: first, visual_signature: { position: { y: 100 } } },
  ])
  const refused = await put(2, { id, signatures: [one, { ...two, ...placed }] })
  expect(refused.fields).toEqual(['signatures.1.visual_signature: not_supported'])
})

test('an answer of /v2 that is put back keeps the fields that a member has added, and leaves attachments to the business', async () => {
  const created = await createV2({ write_access: [ben.email] })
  const params = { id: created.id }
  const { documents, signatures } = await api.call(web.getSignatureRequest, { params }, ben.as)
  const signer = {
    sid: signatures[0]?.sid,
    signer_identity_data: {
      email_address: created.signatures[0]?.signer_identity_data?.email_address ?? '',
    },
    document_signatures: [
      { document_id: documents[0]?.id ?? '', fields: [aField(0, { required: true, label: 'IBAN' })] },
    ],
  }
  await api.call(web.updateSignatureRequest, { params, body: { signatures: [signer] } }, ben.as)
  expect(await put(2, { ...(await getV2(created.id)), title: 'Renamed' })).toMatchObject({ status: 200 })
  const after = await api.call(web.getSignatureRequest, { params }, ben.as)
  expect(after.title).toBe('Renamed')
  expect(after.signatures[0]?.document_signatures[0]?.fields).toMatchObject([
    { label: 'IBAN', required: true },
  ])
  expect(after.mail_attachments).toEqual({ signed_document: null, signature_protocol: null })
})

test('an answer of /v2 that is put back keeps a group that a member has added', async () => {
  const created = await createV2({ write_access: [ben.email] })
  const params = { id: created.id }
  const members = [{ email: 'legal.1@example.org' }, { email: 'legal.2@example.org' }]
  const group = await api.call(createSignerGroup, { body: { name: 'Legal', members } }, ben.as)
  await api.call(web.addSignature, { params, body: { signer_group_id: group.id } }, ben.as)
  const before = await getV3(created.id)
  expect(await put(2, { ...(await getV2(created.id)), title: 'Renamed' })).toMatchObject({ status: 200 })
  expect((await getV3(created.id)).signatures).toEqual(before.signatures)
})

test('a signer of all documents signs those that are added after an answer of /v3 was put back', async () => {
  const body = {
    quality: 'SES' as const,
    title: 'All',
    documents: [{ id: await upload('A') }],
    signatures: [aGuest()],
  }
  const created = await api.call(calls.createRequestV3, { body }, program.as)
  expect(await put(3, created)).toMatchObject({ status: 200 })
  await api.call(calls.addDocumentV3, { params: { id: created.id }, body: { content } }, program.as)
  expect((await getV3(created.id)).signatures[0]?.document_signatures).toHaveLength(2)
})

test('null takes away the message, the legal framework and what is attached', async () => {
  const { id } = await createV2({
    message: 'Please sign.',
    legislation: 'ZERTES',
    attach_on_success: ['SIGNED_DOCUMENT'],
  })
  const changed = await put(2, { id, message: null, legislation: null, attach_on_success: null })
  expect(changed.status).toBe(200)
  expect(await getV2(id)).toMatchObject({ message: '', legislation: null, attach_on_success: [] })
})

test('what an update can’t change is refused by name unless it is what was answered', async () => {
  const created = await createV2()
  const { id } = created
  const wrong = {
    document_id: await upload('Other'),
    expiration_date: '2027-01-01T00:00:00.000Z',
    owner: 'x',
    business: crypto.randomUUID(),
    attachments: [{ attachment_id: crypto.randomUUID(), filename: 'Plan.pdf' }],
  }
  const refused = await put(2, { id, title: 'Renamed', ...wrong })
  expect(refused.status).toBe(400)
  expect(refused.fields?.toSorted()).toEqual(
    Object.keys(wrong)
      .map((field) => `${field}: read_only`)
      .toSorted(),
  )
  expect(await getV2(id)).toEqual(created)
  // One instant, as another client writes it.
  const sameInstant = created.expiration_date?.replace('Z', '+00:00')
  expect(await put(2, { ...created, expiration_date: sameInstant })).toMatchObject({ status: 200 })

  const { id: divided, first, second } = await aDividedRequest()
  for (const documents of [[{ id: first }], [{ id: second }, { id: first }], [{ id: first, name: 'C' }]])
    expect((await put(3, { id: divided, documents })).fields).toEqual(['documents: read_only'])
  const same = await put(3, { id: divided, documents: [{ id: first }, { id: second }] })
  expect(same.status).toBe(200)
})

test('an API user with write access keeps it when it puts back who has it', async () => {
  const { id } = await createV2({ write_access: [sibling.username] })
  const read = await getV2(id, sibling)
  expect(read.write_access).toEqual([sibling.username, program.username])
  expect(await put(2, { ...read, title: 'Renamed' }, sibling)).toMatchObject({ status: 200 })
  const after = await getV2(id, sibling)
  expect(after).toMatchObject({ title: 'Renamed', write_access: read.write_access })
  expect(await put(2, { id, write_access: [program.username] }, sibling)).toMatchObject({ status: 200 })
  expect(await api.ask(calls.getRequestV2, { params: { id } }, sibling.as)).toMatchObject({ status: 404 })
  expect((await getV2(id)).write_access).toEqual([program.username])
})

async function makeDemo({ username }: Program): Promise<void> {
  const owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query("UPDATE api_users SET environment = 'DEMO' WHERE username = $1", [username])
  await owner.end()
}

test('an API user of the environment DEMO puts a real request back as it is, and can’t make a demonstration of it', async () => {
  const demo = await anApiUser(api, { admin: anna, businessId, description: 'Trial' })
  const { id } = await createV2({ write_access: [demo.username] })
  // Such access was given by releases that didn't refuse it.
  await makeDemo(demo)
  const read = await getV2(id, demo)
  expect(await put(2, { ...read, title: 'Renamed' }, demo)).toMatchObject({
    status: 200,
    answer: { title: 'Renamed', quality: 'SES' },
  })
  for (const quality of ['DEMO', 'AES'])
    expect(await put(2, { id, quality }, demo)).toMatchObject({
      status: 400,
      fields: ['quality: read_only'],
    })
  expect((await getV2(id)).quality).toBe('SES')
  const trial = await anApiUser(api, { admin: anna, businessId, environment: 'DEMO', description: 'New' })
  const writers = [demo.username, trial.username]
  expect(await put(2, { id, write_access: writers }, demo)).toMatchObject({
    status: 400,
    fields: ['write_access.1: environment'],
  })
  expect(await put(2, await getV2(id))).toMatchObject({ status: 200 })
  expect((await getV2(id)).write_access).toContain(demo.username)
  const own = await api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Trial', content, signatures: [aGuest()] } },
    demo.as,
  )
  expect(await put(2, { ...own, title: 'Other' }, demo)).toMatchObject({ answer: { quality: 'DEMO' } })
  expect(await put(2, { id: own.id, quality: 'SES' }, demo)).toMatchObject({ answer: { quality: 'DEMO' } })
})
