import {
  addObserverV3,
  getObserverV3,
  listObserversV3,
  removeObserverV3,
} from '@countersign/contract/integration/observers.ts'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as calls from '@countersign/contract/integration/documents.ts'
import * as contents from '@countersign/contract/integration/attachments.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let program: Program
let files: Server
let filesUrl: string
const pdf = aPdf({ title: 'Served' })
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  program = await anApiUser(api, {
    admin: anna,
    businessId: await aBusiness(api, { admins: [anna] }),
  })
  files = createServer((request, response) => {
    if (request.url === '/lease%20draft.pdf') return response.end(pdf)
    if (request.url === '/moved') return response.writeHead(302, { location: '/lease%20draft.pdf' }).end()
    if (request.url === '/text') return response.end('no pdf')
    if (request.url === '/huge')
      return response.writeHead(200, { 'content-length': '200000000' }).end('%PDF-')
    return response.writeHead(404).end()
  })
  await once(files.listen(0, '127.0.0.1'), 'listening')
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
afterAll(async () => {
  files?.closeAllConnections()
  files?.close()
  await api?.stop()
})

const content = pdf.toString('base64')
const upload = (body: object) => api.ask(calls.uploadDocumentV2, { body }, program.as)
const read = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/v2/documents/${id}/content`, { headers: { authorization: program.as, ...headers } })

test('a program uploads a document, reads it as a file and as JSON, and deletes it', async () => {
  const title = 'Offerte 7/2 – «Süd» ' + '長'.repeat(10)
  const { body: uploaded } = (await upload({ title, content })) as { body: calls.ApiDocument }
  expect(uploaded).toEqual({
    id: expect.any(String),
    parent_id: null,
    title,
    content_type: 'application/pdf',
    size: pdf.length,
    page_count: 1,
    page_width: expect.any(Number),
    page_height: expect.any(Number),
    signature_fields: [],
    owner: program.username,
    read_access: [program.username],
    write_access: [program.username],
    created_at: expect.any(String),
    updated_at: uploaded.created_at,
  })
  expect(Number.isInteger(uploaded.page_height)).toBe(true)
  const file = await read(uploaded.id)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
  const json = await read(uploaded.id, { accept: 'application/json, text/plain, */*' })
  expect(await json.json()).toEqual({ content_type: 'application/pdf', content_size: pdf.length, content })
  expect((await read(uploaded.id, { accept: 'application/pdf' })).headers.get('content-type')).toBe(
    'application/pdf',
  )
  const params = { id: uploaded.id }
  expect(await api.call(calls.getDocumentV3, { params }, program.as)).toEqual(uploaded)
  const listed = await api.call(calls.listDocumentsV2, { query: {} }, program.as)
  expect(listed).toContainEqual(uploaded)
  await api.call(calls.deleteDocumentV2, { params }, program.as)
  expect(await api.ask(calls.getDocumentV2, { params }, program.as)).toMatchObject({ status: 404 })
  expect((await read(uploaded.id)).status).toBe(404)
})

test('the scale of a page is a query parameter or a header', async () => {
  const { body } = (await upload({ title: 'Plan', content })) as { body: calls.ApiDocument }
  const page = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/v2/documents/${body.id}/pages/0${query}`, {
      headers: { authorization: program.as, ...headers },
    })
  const sizeOf = async (response: Response) => (await response.arrayBuffer()).byteLength
  const usual = await page('')
  expect(usual.headers.get('content-type')).toBe('image/webp')
  const [full, byQuery, byHeader] = [
    await sizeOf(usual),
    await sizeOf(await page('?scale=20')),
    await sizeOf(await page('', { scale: '20' })),
  ]
  expect(byHeader).toBe(byQuery)
  expect(byQuery).toBeLessThan(full)
  const wrong = await page('', { scale: 'large' })
  expect(await wrong.json()).toMatchObject({ status: 400, fields: [{ field: 'scale' }] })
  expect((await page('?scale=5')).status).toBe(400)
  expect(
    (await fetch(`${api.url}/v2/documents/${body.id}/pages/1`, { headers: { authorization: program.as } }))
      .status,
  ).toBe(404)
})

test('a file is fetched from a URL, by an upload and by a request', async () => {
  const uploaded = await upload({ file_url: `${filesUrl}/moved` })
  expect(uploaded).toMatchObject({ ok: true, body: { title: 'moved', size: pdf.length } })
  const named = await upload({ file_url: `${filesUrl}/lease%20draft.pdf` })
  expect(named).toMatchObject({ ok: true, body: { title: 'lease draft' } })
  const created = await api.call(
    requests.createRequestV2,
    { body: { quality: 'SES', title: 'By URL', file_url: `${filesUrl}/lease%20draft.pdf` } },
    program.as,
  )
  expect(created.status_overall).toBe('OPEN')
  const [document] = await api.call(calls.listDocumentsV2, { query: { page_size: '1' } }, program.as)
  expect(document).toMatchObject({ id: created.document_id, size: pdf.length })
})

test.each([
  ['an address inside', () => 'https://10.0.0.1/a.pdf', 'host_refused'],
  ['no https', () => 'http://example.com/a.pdf', 'not_https'],
  ['no URL', () => 'nothing', 'malformed'],
  ['no server', () => 'http://127.0.0.1:1/a.pdf', 'unreachable'],
  ['no such file', () => `${filesUrl}/missing`, 'response_status'],
])('%s is named as what is wrong with file_url', async (_, url, code) => {
  const refused = { status: 400, error: { key: 'validation.failed', fields: [{ field: 'file_url', code }] } }
  expect(await upload({ title: 'Lease', file_url: url() })).toMatchObject(refused)
  const body = { title: 'Lease', file_url: url() }
  expect(await api.ask(requests.createRequestV2, { body }, program.as)).toMatchObject(refused)
})

test('a file that is too large or no PDF is refused with that reason', async () => {
  expect(await upload({ file_url: `${filesUrl}/huge` })).toMatchObject({
    status: 413,
    error: { key: 'document.too_large' },
  })
  expect(await upload({ file_url: `${filesUrl}/text` })).toMatchObject({
    error: { key: 'document.not_a_pdf' },
  })
  expect(await upload({ title: 'Both', content, file_url: `${filesUrl}/text` })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'content', code: 'one_of' }] },
  })
})

test('each signature is a version more, and every version can be read', async () => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const created = await api.call(
    requests.createRequestV2,
    {
      body: {
        quality: 'SES',
        title: 'Lease',
        content,
        signatures: [
          { signer_identity_data: { email_address: email, first_name: 'Gina', last_name: 'Rossi' } },
        ],
      },
    },
    program.as,
  )
  const guest = guestOf(created.signatures[0]?.signing_url ?? '')
  await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: created.id }] } }, guest.as)
  const { document_id } = await api.call(requests.getRequestV2, { params: { id: created.id } }, program.as)
  const newest = await api.call(calls.getDocumentV2, { params: { id: document_id } }, program.as)
  expect(newest).toMatchObject({
    parent_id: created.document_id,
    owner: program.username,
    read_access: [email, program.username],
    signature_fields: [{ signed: true }],
  })
  const first = await api.call(calls.getDocumentV2, { params: { id: created.document_id } }, program.as)
  expect(first).toMatchObject({ parent_id: null, size: pdf.length, read_access: [email, program.username] })
  expect(Buffer.from(await (await read(created.document_id)).arrayBuffer()).equals(pdf)).toBe(true)
  const signed = Buffer.from(await (await read(document_id)).arrayBuffer())
  expect(signed.length).toBe(newest.size)
  const asJson = (await (await read(document_id, { accept: 'application/json' })).json()) as {
    content: string
  }
  expect(Buffer.from(asJson.content, 'base64').equals(signed)).toBe(true)
  expect(
    await api.ask(calls.deleteDocumentV2, { params: { id: created.document_id } }, program.as),
  ).toMatchObject({ error: { key: 'document.in_use' } })
})

test('a file is refused with a content type of another kind, however it comes', async () => {
  const png = { content_type: 'image/png' }
  const refused = {
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'content_type', code: 'mismatch' }] },
  }
  expect(await upload({ title: 'Lease', content, ...png })).toMatchObject(refused)
  const served = `${filesUrl}/lease%20draft.pdf`
  expect(await upload({ file_url: served, ...png })).toMatchObject(refused)

  const { body } = (await upload({ title: 'Lease', content, content_type: 'application/pdf' })) as {
    body: calls.ApiDocument
  }
  const create = (source: object) =>
    api.ask(requests.createRequestV2, { body: { title: 'Lease', quality: 'SES', ...source } }, program.as)
  for (const source of [{ content }, { file_url: served }, { document_id: body.id }])
    expect(await create({ ...source, ...png })).toMatchObject(refused)

  const draft = { quality: 'SES' as const, title: 'Lease', documents: [{ id: body.id }] }
  const { id } = await api.call(requests.createRequestV3, { body: draft }, program.as)
  const file = { filename: 'Plan.pdf', content, ...png }
  for (const call of [contents.addAttachmentV2, contents.addAttachmentV3])
    expect(await api.ask(call, { params: { id }, body: file }, program.as)).toMatchObject(refused)
})

test('a draft of several documents gets and loses documents, attachments and observers', async () => {
  const { body } = (await upload({ title: 'Lease', content })) as { body: calls.ApiDocument }
  const { id } = await api.call(
    requests.createRequestV3,
    { body: { quality: 'SES', title: 'Lease', documents: [{ id: body.id }] } },
    program.as,
  )
  const params = { id }
  const added = await api.call(requests.addDocumentV3, { params, body: { content } }, program.as)
  expect(added.documents.map(({ name }) => name)).toEqual(['Lease.pdf', 'Document 2.pdf'])
  const removed = await api.call(requests.removeDocumentV3, { params: { id, docId: body.id } }, program.as)
  expect(removed.documents).toHaveLength(1)

  const plan = {
    filename: 'Plan.txt',
    content_type: 'text/plain',
    content: Buffer.from('Süd').toString('base64'),
  }
  const { attachments } = await api.call(contents.addAttachmentV3, { params, body: plan }, program.as)
  expect(attachments).toEqual([{ attachment_id: expect.any(String), filename: 'Plan.txt' }])
  expect(await api.call(contents.listAttachmentsV2, { params }, program.as)).toEqual(attachments)
  const attachment = { id, attId: attachments[0]?.attachment_id ?? '' }
  const file = await api.call(contents.getAttachmentContentV2, { params: attachment }, program.as)
  expect(file.type).toBe('application/octet-stream')
  expect(await file.text()).toBe('Süd')
  expect(
    (await api.call(contents.removeAttachmentV2, { params: attachment }, program.as)).attachments,
  ).toEqual([])

  const observe = (given: object) => api.ask(addObserverV3, { params, body: given }, program.as)
  const observer = await observe({ type: 'USER', email: 'Oscar@Example.org' })
  expect(observer).toMatchObject({
    status: 200,
    body: { type: 'USER', invited_by: program.username, user_info: { email: 'oscar@example.org' } },
  })
  const { rows } = await api.context.pool.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
    anna.email,
  ])
  expect(await observe({ type: 'USER', user_id: rows[0]?.id })).toMatchObject({
    body: { user_info: { email: anna.email } },
  })
  const stranger = await api.person({ firstName: 'Otto' })
  const others = await api.context.pool.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
    stranger.email,
  ])
  for (const unknown of [others.rows[0]?.id, crypto.randomUUID()])
    expect(await observe({ user_id: unknown })).toMatchObject({
      error: { fields: [{ field: 'user_id', code: 'unknown' }] },
    })
  expect(await observe({ type: 'GROUP', group_id: 'group-1' })).toMatchObject({
    error: { fields: [{ field: 'group_id', code: 'not_supported' }] },
  })
  const observers = await api.call(listObserversV3, { params }, program.as)
  expect(observers.map(({ user_info }) => user_info.email).toSorted()).toEqual(
    [anna.email, 'oscar@example.org'].toSorted(),
  )
  const obs = observers[0]?.id ?? ''
  expect(await api.call(getObserverV3, { params: { id, obs } }, program.as)).toEqual(observers[0])
  await api.call(removeObserverV3, { params: { id, obs } }, program.as)
  expect(await api.ask(getObserverV3, { params: { id, obs } }, program.as)).toMatchObject({
    status: 404,
  })
})
