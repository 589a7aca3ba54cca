import { getReport } from '@countersign/contract/audit-trail.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import {
  delegateSignature,
  getSignatureRequest,
  withdrawSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { uploadDocumentV2 } from '@countersign/contract/integration/documents.ts'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Saturated } from '#api/platform/threads/task.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
let dora: Person
let businessId: string
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  dora = await api.person({ firstName: 'Dora' })
  businessId = await aBusiness(api, { admins: [anna], members: [ben] })
  program = await anApiUser(api, { admin: anna, businessId })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const position = { page: '0', x: 100, y: 600, width: 180, height: 60 }
const aGuest = () => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  return { signer_identity_data: { email_address: email, first_name: 'Gina', last_name: 'Rossi' } }
}
const create = (body: object) =>
  api.call(calls.createRequestV2, { body: { quality: 'SES', title: 'Lease', content, ...body } }, program.as)
const refusal = async (body: object) =>
  api.ask(calls.createRequestV2, { body: { quality: 'SES', title: 'Lease', content, ...body } }, program.as)
const anImage = async () => ({
  content: (await strokes().png().toBuffer()).toString('base64'),
  content_type: 'image/png' as const,
})

test('a sender’s image is decoded in its turn, and refused where too many of the same sender wait', async () => {
  const watch = vi.spyOn(api.context.threads.render, 'run')
  watch.mockRejectedValueOnce(
    new Saturated('64 tasks of this caller are waiting already', { ownShare: true }),
  )
  const signer = { ...aGuest(), visual_signature: { position, image: await anImage() } }
  const refused = await refusal({ signatures: [signer] })
  watch.mockRestore()
  expect(refused).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
})

test('a signature shows the sender’s image; a delegate’s doesn’t', async () => {
  const image = await anImage()
  const signer = { ...aGuest(), visual_signature: { position, image } }
  const created = await create({ signatures: [signer, signer] })
  expect(created.signatures[0]?.visual_signature?.image?.content_type).toBe('image/png')
  const [first, second] = created.signatures
  const guest = guestOf(first?.signing_url ?? '')
  const order = { signatureRequests: [{ signatureRequestId: created.id }] }
  await api.call(signDirect, { body: order }, guest.as)
  const { document_id } = await api.call(calls.getRequestV2, { params: { id: created.id } }, program.as)
  const { rows } = await api.context.pool.query<{ images: Record<string, string> }>(
    'SELECT images FROM signings WHERE request_id = $1',
    [created.id],
  )
  expect(Object.keys(rows[0]?.images ?? {})).toEqual([created.document_id])
  expect(document_id).not.toBe(created.document_id)

  const other = guestOf(second?.signing_url ?? '')
  await api.call(
    delegateSignature,
    { params: { id: created.id }, body: { signatureId: second?.sid, email: dora.email, message: '' } },
    other.as,
  )
  const delegated = await api.call(calls.getRequestV2, { params: { id: created.id } }, program.as)
  expect(delegated.signatures[1]?.visual_signature).toMatchObject({ position, image: null })
})

test('a document of another request becomes one of the request’s own, with the image that the call gives for it', async () => {
  const { document_id: used } = await create({ signatures: [aGuest()] })
  const visual_signature = { position, image: await anImage() }
  const body = {
    quality: 'SES' as const,
    title: 'Again',
    documents: [{ id: used }],
    signatures: [{ ...aGuest(), document_signatures: [{ document_id: used, visual_signature }] }],
  }
  const created = await api.call(calls.createRequestV3, { body }, program.as)
  const own = created.documents[0]?.id
  expect(own).not.toBe(used)
  expect(created.signatures[0]?.document_signatures).toMatchObject([
    { document_id: own, visual_signature: { position, image: { content_type: 'image/png' } } },
  ])
})

test('an image that is none is refused by its name, and one that isn’t mentioned stays', async () => {
  const bad = { content: Buffer.from('no image').toString('base64'), content_type: 'image/png' }
  expect(
    await refusal({ signatures: [{ ...aGuest(), visual_signature: { position, image: bad } }] }),
  ).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatures.0.visual_signature.image.content', code: 'not_an_image' }] },
  })
  const signer = aGuest()
  const image = await anImage()
  const created = await create({ signatures: [{ ...signer, visual_signature: { position, image } }] })
  const update = (visual: object | undefined) =>
    api.call(
      calls.updateRequestV2,
      {
        body: { id: created.id, signatures: [{ ...signer, ...(visual && { visual_signature: visual }) }] },
      } as never,
      program.as,
    )
  expect((await update(undefined)).signatures[0]?.visual_signature?.image).not.toBeNull()
  expect((await update({ position })).signatures[0]?.visual_signature).toMatchObject({
    position,
    image: null,
  })
})

test('members with write access may do what the program may; others can’t be named', async () => {
  const created = await create({
    creator: anna.email.toUpperCase(),
    write_access: [ben.email, program.username],
    signatures: [aGuest()],
  })
  expect(created.creator).toBe(anna.email)
  expect(created.write_access).toEqual([anna.email, ben.email, program.username])
  expect(created.read_access).toEqual(expect.arrayContaining([anna.email, ben.email]))
  const params = { id: created.id }
  expect((await api.call(getSignatureRequest, { params }, ben.as)).viewer.role).toBe('owner')
  await api.call(getReport, { params, query: { type: 'JSON' } }, anna.as)
  await api.call(downloadDocument, { params: { id: created.document_id }, query: {} }, anna.as)
  expect(await api.ask(getSignatureRequest, { params }, dora.as)).toMatchObject({ status: 404 })
  expect(await refusal({ creator: dora.email, write_access: ['nobody@example.org'] })).toMatchObject({
    status: 400,
    error: {
      fields: [
        { field: 'creator', code: 'unknown' },
        { field: 'write_access.0', code: 'unknown' },
      ],
    },
  })
  const changed = await api.call(
    calls.updateRequestV2,
    { body: { id: created.id, write_access: [anna.email] } },
    program.as,
  )
  expect(changed.write_access).toEqual([anna.email, program.username])
  expect(await api.ask(getSignatureRequest, { params }, ben.as)).toMatchObject({ status: 404 })
  await api.call(withdrawSignatureRequest, { params, body: {} }, anna.as)
  expect((await api.call(calls.getRequestV2, { params }, program.as)).status_overall).toBe('WITHDRAWN')
})

test('API users of the environments DEMO and PRODUCTION give each other no access', async () => {
  const businessOfAnna = { admin: anna, businessId }
  const demo = await anApiUser(api, { ...businessOfAnna, environment: 'DEMO', description: 'Trial' })
  const archive = await anApiUser(api, { ...businessOfAnna, description: 'Archive' })
  const refused = (...fields: string[]) => ({
    status: 400,
    error: { fields: fields.map((field) => ({ field, code: 'environment' })) },
  })
  const body = { quality: 'SES' as const, title: 'Lease', content, signatures: [aGuest()] }
  const createBy = ({ as }: Program, more: object) =>
    api.ask(calls.createRequestV2, { body: { ...body, ...more } }, as)
  expect(await createBy(program, { write_access: [ben.email, demo.username] })).toMatchObject(
    refused('write_access.1'),
  )
  expect(await createBy(demo, { write_access: [program.username] })).toMatchObject(refused('write_access.0'))
  const { id: documentId } = await api.call(uploadDocumentV2, { body: { title: 'A', content } }, program.as)
  const v3 = {
    quality: 'SES' as const,
    title: 'A',
    documents: [{ id: documentId }],
    signatures: [],
    write_access: [demo.username],
  }
  expect(await api.ask(calls.createRequestV3, { body: v3 }, program.as)).toMatchObject(
    refused('write_access.0'),
  )
  const { id } = await create({ write_access: [archive.username], signatures: [aGuest()] })
  const update = { body: { id, write_access: [archive.username, demo.username] } }
  for (const call of [calls.updateRequestV2, calls.updateRequestV3])
    expect(await api.ask(call, update as never, program.as)).toMatchObject(refused('write_access.1'))
  expect(await api.ask(calls.getRequestV2, { params: { id } }, demo.as)).toMatchObject({ status: 404 })
  const demonstration = await createBy(demo, { write_access: [ben.email, demo.username] })
  expect(demonstration).toMatchObject({ status: 200, body: { quality: 'DEMO' } })
})

test('the creator is returned, can be sent back, and can’t be changed', async () => {
  const created = await create({ creator: anna.email, write_access: [ben.email], signatures: [aGuest()] })
  const update = (body: object) =>
    api.ask(calls.updateRequestV2, { body: { id: created.id, ...body } }, program.as)
  const [listed] = await api.call(calls.listRequestsV3, { query: { page_size: '1' } }, program.as)
  expect(listed).toMatchObject({ id: created.id, creator: anna.email })
  for (const creator of [ben.email, 'nobody@example.org'])
    expect(await update({ creator })).toMatchObject({
      status: 400,
      error: { fields: [{ field: 'creator', code: 'read_only' }] },
    })
  // As it was sent: who is named as the creator keeps access.
  expect(await update({ creator: anna.email.toUpperCase(), write_access: [ben.email] })).toMatchObject({
    body: { creator: anna.email, write_access: [anna.email, ben.email, program.username] },
  })
  expect(await update({ creator: null, title: 'Renamed' })).toMatchObject({ body: { creator: anna.email } })
  expect(await update({ write_access: [ben.email] })).toMatchObject({ body: { creator: null } })
})

test('readers that follow from signers, observers and members are taken when a request is created, and no others', async () => {
  const signer = aGuest()
  const { email_address } = signer.signer_identity_data
  const body = { signatures: [signer], cc_email_addresses: [dora.email], creator: anna.email }
  const following = [email_address.toUpperCase(), dora.email, anna.email, program.username]
  const created = await create({ ...body, read_access: following })
  expect(created.read_access.toSorted()).toEqual(
    [email_address, dora.email, anna.email, program.username].toSorted(),
  )
  for (const read_access of [null, [], [program.username]])
    expect((await refusal({ ...body, read_access })).status).toBe(200)
  expect(await refusal({ ...body, read_access: [ben.email] })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'read_access', code: 'not_supported' }] },
  })
})

test('who reads a request can’t be chosen, and no other verification be asked for: both are refused by name', async () => {
  const created = await create({ signatures: [aGuest()] })
  const update = (read_access: string[]) =>
    api.ask(calls.updateRequestV2, { body: { id: created.id, read_access } }, program.as)
  expect(await update(created.read_access)).toMatchObject({ status: 200 })
  expect(await update([...created.read_access, dora.email])).toMatchObject({
    error: { fields: [{ field: 'read_access', code: 'not_supported' }] },
  })
  const signer = aGuest()
  const required = { ...signer.signer_identity_data, identification_require_evidence: true }
  expect(await refusal({ signatures: [{ signer_identity_data: required }] })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatures.0.signer_identity_data.identification_require_evidence' }] },
  })
})

test('the last view is told, not the first', async () => {
  const created = await create({ signatures: [{ account_email: ben.email }] })
  const params = { id: created.id }
  const viewed = async () =>
    (await api.call(calls.getRequestV2, { params }, program.as)).signatures[0]?.last_viewed_at ?? ''
  expect(await viewed()).toBe('')
  await api.call(getSignatureRequest, { params }, ben.as)
  const first = await viewed()
  await api.context.pool.query(
    `UPDATE signatures SET viewed_at = viewed_at - interval '2 minutes' WHERE request_id = $1`,
    [created.id],
  )
  await api.call(getSignatureRequest, { params }, ben.as)
  expect(Date.parse(await viewed())).toBeGreaterThanOrEqual(Date.parse(first))
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: created.id }] } }, ben.as)
})

test('of a delegated signature the delegate’s last view is told, not the one before’s', async () => {
  const created = await create({ signatures: [{ account_email: ben.email }] })
  const params = { id: created.id }
  const viewed = async () =>
    (await api.call(calls.getRequestV2, { params }, program.as)).signatures[0]?.last_viewed_at
  await api.call(getSignatureRequest, { params }, ben.as)
  expect(await viewed()).toEqual(expect.any(String))
  await api.call(delegateSignature, { params, body: { email: dora.email, message: '' } }, ben.as)
  expect(await viewed()).toBeNull()
  await api.call(getSignatureRequest, { params }, dora.as)
  expect(await viewed()).toEqual(expect.any(String))
})

test('a view that a delegation overtakes is not the delegate’s', async () => {
  const created = await create({ signatures: [{ account_email: ben.email }] })
  const params = { id: created.id }
  const delegation = await api.context.pool.connect()
  try {
    await delegation.query('BEGIN')
    await delegation.query('UPDATE signatures SET email = $2, account_id = NULL WHERE request_id = $1', [
      created.id,
      dora.email,
    ])
    const view = api.ask(getSignatureRequest, { params }, ben.as)
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%viewed_at%'`
    await expect.poll(async () => (await api.context.pool.query(waiting)).rowCount).toBe(1)
    await delegation.query('COMMIT')
    await view
  } finally {
    delegation.release()
  }
  const { signatures } = await api.call(calls.getRequestV2, { params }, program.as)
  expect(signatures[0]).toMatchObject({ account_email: dora.email, last_viewed_at: null })
})
