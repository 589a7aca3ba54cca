import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import * as shapes from '#api/testing/integration/published-shapes.ts'
import { guestOf } from '#api/testing/signature-request.ts'

// What clients in use send and read, over HTTP and without our contract: valid, invalid and unusual.

let api: TestApi
let anna: Person
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  program = await anApiUser(api, {
    admin: anna,
    businessId: await aBusiness(api, { admins: [anna] }),
    scopes: ['signature_requests', 'activities', 'seals'],
  })
})
afterAll(() => api?.stop())

interface Sent {
  readonly body?: object
  readonly headers?: Record<string, string>
}

async function send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Response> {
  return fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: program.as,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** The answer of a call that goes well, with status 200 and in this shape. */
async function ok<Shape extends z.ZodType>(
  shape: Shape,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<z.output<Shape>> {
  const response = await send(method, path, sent)
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return shape.parse(body)
}

async function refused(status: number, method: string, path: string, body?: object) {
  const response = await send(method, path, body ? { body } : {})
  expect(response.status).toBe(status)
  return shapes.problem.parse(await response.json())
}

const content = aPdf().toString('base64')
const position = { page: '0', x: 80, y: 500, width: 150, height: 60, rotation: 0 }
const anEmail = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
const guest = (email = anEmail()) => ({
  account_email: email,
  signer_identity_data: { email_address: email, first_name: 'Gina', last_name: 'Rossi' },
})

test('a request of one document, from its creation to the signed file', async () => {
  const custom = 'x'.repeat(4000)
  const title = 'Vertrag «Süd» 契約 🖋 عقد'
  const email = anEmail()
  const created = await ok(shapes.requestV2, 'POST', '/v2/signature-requests', {
    body: {
      title,
      message: null,
      content,
      content_type: 'application/pdf',
      quality: 'SES',
      legislation: null,
      custom,
      attach_on_success: [],
      cc_email_addresses: [],
      callback_success_url: 'https://example.com/SKRIBBLE_SIGNATURE_REQUEST_ID/{SKRIBBLE_DOCUMENT_ID}',
      signatures: [
        {
          ...guest(email.toUpperCase()),
          sequence: -1,
          notify: true,
          visual_signature: { positions: [position, { ...position, y: 600 }] },
        },
      ],
    },
  })
  expect(created).toMatchObject({ title, custom, owner: program.username })
  expect(created.signatures[0]).toMatchObject({ account_email: email, status_code: 'OPEN' })
  expect(created.signatures[0]?.signing_url).toContain('/view/')

  // A client that sends back what it was given changes nothing.
  const path = `/v2/signature-requests/${created.id}`
  const read = await ok(shapes.requestV2, 'GET', path)
  const echoed = await ok(shapes.requestV2, 'PUT', '/v2/signature-requests', { body: read })
  const { updated_at: _, ...unchanged } = echoed
  expect(read).toMatchObject(unchanged)
  expect(echoed.signatures[0]?.visual_signature?.positions).toHaveLength(2)

  const link = guestOf(echoed.signatures[0]?.signing_url ?? '')
  await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: created.id }] } }, link.as)
  const signed = await ok(shapes.requestV2, 'GET', path)
  expect(signed.status_overall).toBe('SIGNED')
  expect(signed.signatures[0]).toMatchObject({ signed_quality: 'SES', signed_at: expect.any(String) })

  const newest = await ok(shapes.document, 'GET', `/v2/documents/${signed.document_id}`)
  expect(newest.parent_id).toBe(created.document_id)
  const accept = { headers: { accept: 'application/json' } }
  const json = await ok(shapes.documentContent, 'GET', `/v2/documents/${newest.id}/content`, accept)
  expect(json.content_size).toBe(newest.size)
  const page = await send('GET', `/v2/documents/${newest.id}/pages/0`, { headers: { scale: '20' } })
  expect(page.headers.get('content-type')).toBe('image/webp')

  const usual = await send('GET', `${path}/report`)
  expect(usual.headers.get('content-type')).toBe('application/pdf')
  expect(
    Buffer.from(await usual.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const report = await ok(shapes.report, 'GET', `${path}/report?type=JSON`)
  expect(report.header).toMatchObject({ status: 'SIGNED', signatureCount: 1, signatureCountSigned: 1 })
  const program_ = report.userList.find(({ id }) => id === program.username)
  expect(program_?.userActions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['CREATED', 'REPORT_CREATED']),
  )
  expect((await send('GET', `${path}/report?type=HTML`)).headers.get('content-type')).toMatch(/^text\/html/)

  const infos = 'infos=signer&infos=format&infos=validation&quality=SES&rejectVisualDifferences=true'
  const validated = await ok(shapes.validation, 'POST', `/v1/validate/document?${infos}`, {
    body: { content: json.content },
  })
  expect(validated).toMatchObject({ valid: true, signatures: 1 })
  const plain = await ok(shapes.validation, 'POST', '/v1/validate/document', {
    body: { content: json.content },
  })
  expect(plain.additionalInfos).toBeUndefined()

  const today = new Date().toISOString().slice(0, 10)
  const period = `start_date=${today}&end_date=${today}&sort=desc`
  const paid = await ok(shapes.activities, 'GET', `/v2/activities/signatures?${period}`)
  expect(paid).toMatchObject({ size: 25, activities: [{ initiator: { type: 'api' } }] })
})

test('requests are listed, searched and ended; attachments come and go', async () => {
  const title = crypto.randomUUID()
  const created = await ok(shapes.requestV2, 'POST', '/v2/signature-requests', {
    body: { title, content, signatures: [guest(), guest()] },
  })
  const path = `/v2/signature-requests/${created.id}`
  const found = await ok(shapes.requestV2.array(), 'GET', `/v2/signature-requests?search=${title}`)
  expect(found.map(({ id }) => id)).toEqual([created.id])
  const all = await ok(
    shapes.requestV2.array(),
    'GET',
    '/v2/signature-requests?page_size=100&page_number=1&status_overall=OPEN&signature_status=OPEN',
  )
  expect(all.map(({ id }) => id)).toContain(created.id)

  const file = { filename: 'Plan.pdf', content_type: 'application/pdf', content }
  const attached = await ok(shapes.requestV2, 'POST', `${path}/attachments`, { body: file })
  const id = attached.attachments[0]?.attachment_id ?? ''
  expect(await (await send('GET', `${path}/attachments`)).json()).toEqual(attached.attachments)
  const bytes = await send('GET', `${path}/attachments/${id}/content`)
  expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
  expect((await send('DELETE', `${path}/attachments/${id}`)).status).toBe(200)

  const added = await ok(shapes.requestV2, 'POST', `${path}/signatures`, { body: guest() })
  expect(added.signatures).toHaveLength(3)
  expect((await send('DELETE', `${path}/signatures/${added.signatures[2]?.sid}`)).status).toBe(200)
  expect((await send('POST', `${path}/remind`)).status).toBe(200)
  const soon = await send('POST', `${path}/remind`)
  expect(soon.status).toBe(429)
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0)
  const withdrawn = await ok(shapes.requestV2, 'POST', `${path}/withdraw`, { body: {} })
  expect(withdrawn).toMatchObject({
    status_overall: 'WITHDRAWN',
    signatures: [{ status_code: 'WITHDRAWN' }, { status_code: 'WITHDRAWN' }],
  })
  expect((await send('DELETE', path)).status).toBe(200)
  await refused(404, 'GET', path)
})

test('a draft of several documents with observers is sent, and sent back whole before that', async () => {
  const uploaded = await ok(shapes.document, 'POST', '/v2/documents', { body: { title: 'A', content } })
  const created = await ok(shapes.requestV3, 'POST', '/v3/signature-requests', {
    body: {
      title: 'Two',
      documents: [{ id: uploaded.id }],
      signatures: [
        {
          ...guest(),
          document_signatures: [{ document_id: uploaded.id, visual_signature: { position } }],
        },
      ],
      observers: ['Observer@Example.org'],
    },
  })
  expect(created).toMatchObject({ status_overall: 'DRAFT', origin: 'API' })
  const path = `/v3/signature-requests/${created.id}`
  const echoed = await ok(shapes.requestV3, 'PUT', '/v3/signature-requests', { body: created })
  expect(echoed).toEqual({ ...created, updated_at: echoed.updated_at })

  const more = await ok(shapes.requestV3, 'POST', `${path}/documents`, { body: { content } })
  const second = more.documents[1]?.id ?? ''
  expect((await send('DELETE', `${path}/documents/${second}`)).status).toBe(200)
  const observer = await ok(shapes.observer, 'POST', `${path}/observers`, {
    body: { type: 'USER', email: 'more@example.org' },
  })
  expect(await ok(shapes.observer, 'GET', `${path}/observers/${observer.id}`)).toEqual(observer)
  expect(await ok(shapes.observer.array(), 'GET', `${path}/observers`)).toHaveLength(2)
  expect((await send('DELETE', `${path}/observers/${observer.id}`)).status).toBe(200)
  expect((await send('POST', `${path}/initiate`)).status).toBe(200)
  expect(await ok(shapes.requestV3, 'GET', path)).toMatchObject({
    status_overall: 'OPEN',
    signatures: [{ status_code: 'OPEN', invited_by: program.username }],
  })
  expect(await ok(shapes.document.array(), 'GET', '/v2/documents')).not.toEqual([])
})

const noPlace = { position: null, positions: null, form_field: null, image: null }
/** As a class for signers of both directions is written, what is unset as null. */
const unsetSigner = {
  sid: null,
  status_code: null,
  signing_url: null,
  signed_at: null,
  signed_quality: null,
  signed_legislation: null,
  last_viewed_at: null,
  decline_message: null,
}
const aWholeGuest = () => ({
  ...unsetSigner,
  account_email: null,
  signer_identity_data: {
    ...guest().signer_identity_data,
    mobile_number: null,
    language: null,
    identity_reference: null,
    identification_require_evidence: null,
    provider: null,
    evidence_id: null,
  },
  sequence: null,
  notify: null,
  language: null,
})
const unsetRequest = {
  id: null,
  message: null,
  legislation: null,
  signing_url: null,
  status_overall: null,
  expiration_date: null,
  callback_success_url: null,
  callback_error_url: null,
  callback_update_url: null,
  custom: null,
  attach_on_success: null,
  attachments: [],
  creator: null,
  owner: null,
  read_access: null,
  write_access: null,
  created_at: null,
  updated_at: null,
}

test('additional members of a client’s classes are ignored where they are null', async () => {
  const body = {
    ...unsetRequest,
    title: 'Whole',
    quality: 'SES',
    content,
    content_type: null,
    file_url: null,
    document_id: null,
    business: null,
    cc_email_addresses: null,
    signatures: [
      {
        ...aWholeGuest(),
        visual_signature: { ...noPlace, position: { ...position, rotation: null } },
      },
      { ...aWholeGuest(), visual_signature: { ...noPlace, positions: [position] } },
      { ...aWholeGuest(), visual_signature: null },
    ],
  }
  const created = await ok(shapes.requestV2, 'POST', '/v2/signature-requests', { body })
  expect(created.signatures.map((one) => one.visual_signature?.position ?? null)).toEqual([
    position,
    position,
    null,
  ])
  const path = `/v2/signature-requests/${created.id}`
  await ok(shapes.requestV2, 'POST', `${path}/signatures`, { body: aWholeGuest() })
  await ok(shapes.requestV2, 'PUT', '/v2/signature-requests', {
    body: { ...unsetRequest, id: created.id, content: null, content_type: null, file_url: null },
  })

  const draft = await ok(shapes.requestV3, 'POST', '/v3/signature-requests', {
    body: {
      ...unsetRequest,
      title: 'Whole',
      quality: 'SES',
      business_id: null,
      origin: null,
      documents: [{ id: created.document_id, name: null, version_id: null }],
      observers: [{ email: 'one@example.org' }, { type: 'USER', email: 'two@example.org', user_id: null }],
      signatures: [{ ...aWholeGuest(), signer_group_id: null, invited_by: null, document_signatures: null }],
    },
  })
  expect(draft.observers.map(({ user_info }) => user_info.email)).toEqual([
    'one@example.org',
    'two@example.org',
  ])
  await refused(409, 'POST', '/v2/seal', { content, visual_signature: { ...noPlace, position } })
})

test('members that a call can’t act on are refused by name if they have a value, and misspelt ones always', async () => {
  const fieldsOf = async (body: object, path = '/v2/signature-requests') =>
    (await refused(400, 'POST', path, { title: 'Whole', content, ...body })).fields?.map(({ field }) => field)
  const signed = (more: object) => ({ signatures: [{ ...guest(), ...more }] })
  expect(await fieldsOf({ tittle: null, status_overall: 'OPEN' })).toEqual(['tittle', 'status_overall'])
  const identity = { email_address: anEmail(), provider: 'swisscom_ra_app', first_nme: null }
  expect(await fieldsOf({ signatures: [{ signer_identity_data: identity }] })).toEqual([
    'signatures.0.signer_identity_data.provider',
    'signatures.0.signer_identity_data.first_nme',
  ])
  expect(await fieldsOf(signed({ visual_signature: { ...noPlace, position, form_field: 'A' } }))).toEqual([
    'signatures.0.visual_signature.form_field',
  ])
  const documents = [{ id: crypto.randomUUID(), name: 'A.pdf' }]
  const observers = [{ email: anEmail(), group_id: 'g' }]
  const draft = { title: 'Whole', documents, observers }
  expect((await refused(400, 'POST', '/v3/signature-requests', draft)).fields).toMatchObject([
    { field: 'documents.0.name' },
    { field: 'observers.0.group_id' },
  ])
})

test('what is wrong with a place, a document or an observer is named as the caller gave it', async () => {
  const named = async (status: number, method: string, path: string, body: object) =>
    (await refused(status, method, path, body)).fields?.map(({ field }) => field)
  const position = { page: '7', x: 100, y: 600, width: 180, height: 60 }
  const lost = (visual_signature: object) => ({ ...guest(), visual_signature })
  const request = { title: 'Whole', quality: 'SES', content }
  const v2 = '/v2/signature-requests'
  for (const [visual, field] of [
    [{ position }, 'position.page'],
    [{ position: { ...position, page: '0', x: 5000 } }, 'position'],
    [{ form_field: 'None' }, 'form_field'],
    [{ position: { ...position, pag: '0' } }, 'position.pag'],
  ] as const)
    expect(await named(400, 'POST', v2, { ...request, signatures: [guest(), lost(visual)] })).toEqual([
      `signatures.1.visual_signature.${field}`,
    ])
  const { id } = await ok(shapes.requestV2, 'POST', v2, { body: { ...request, signatures: [guest()] } })
  expect(await named(400, 'PUT', v2, { id, signatures: [lost({ position })] })).toEqual([
    'signatures.0.visual_signature.position.page',
  ])
  expect(await named(400, 'POST', `${v2}/${id}/signatures`, lost({ position }))).toEqual([
    'visual_signature.position.page',
  ])
  // Of another business or none: the answer is the same.
  const unknown = crypto.randomUUID()
  expect(await named(404, 'POST', v2, { title: 'Whole', document_id: unknown })).toEqual(['document_id'])
  expect(
    await named(404, 'POST', '/v3/signature-requests', { title: 'Whole', documents: [{ id: unknown }] }),
  ).toEqual(['documents.0.id'])
})

test('wrong requests are refused with each field, unknown ones as not found', async () => {
  const body = { title: '', content, signatures: [{ account_email: 'nobody' }], surprise: 1 }
  const wrong = await refused(400, 'POST', '/v2/signature-requests', body)
  expect(wrong.fields?.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['title', 'signatures.0.account_email', 'surprise']),
  )
  const nothing = await refused(400, 'POST', '/v2/signature-requests', { title: 'Empty' })
  expect(nothing.fields).toMatchObject([{ field: 'content' }])
  expect((await refused(400, 'POST', '/v2/documents', {})).fields).toMatchObject([{ field: 'content' }])
  const unknown = crypto.randomUUID()
  for (const path of [
    `/v2/signature-requests/${unknown}`,
    `/v3/signature-requests/${unknown}`,
    `/v2/documents/${unknown}`,
    `/v2/documents/${unknown}/content`,
    `/v2/signature-requests/${unknown}/attachments`,
    `/v2/signature-requests/${unknown}/report`,
    '/v2/signature-requests/none',
    '/v2/user/signature-qualities?username=nobody@example.org',
  ])
    expect((await refused(404, 'GET', path)).type).toBe('/problem/entity-not-found')
  expect((await refused(400, 'GET', '/v2/signature-requests?page_size=1000')).fields).toHaveLength(1)
  await refused(400, 'GET', '/v2/activities/signatures')
  // By the hour, each signature would be counted up to 24 times.
  const hour = 'start_date=2026-11-29T10:00:00Z&end_date=2026-11-29T11:00:00Z'
  const { fields } = await refused(400, 'GET', `/v2/activities/signatures?${hour}`)
  expect(fields?.map(({ field }) => field)).toEqual(['start_date', 'end_date'])
  for (const version of ['/v2', '/v3']) await refused(409, 'POST', `${version}/seal`, { content })
  const over = await fetch(`${api.url}/v2/documents`, { headers: { authorization: `${program.as}x` } })
  expect(over.status).toBe(403)
  shapes.problem.parse(await over.json())
  expect((await fetch(`${api.url}/v2/documents`)).status).toBe(401)
})

test.each(['/v2', '/v3'])('levels, activities, health and what needs no sign-in: %s', async (version) => {
  const levels = `${version}/user/signature-qualities`
  const own = await ok(shapes.qualities, 'GET', `${levels}?username=${anna.email}`)
  expect(own.ses.any).toMatchObject({ quality: 'SES' })
  await ok(shapes.qualities, 'GET', levels)
  const period = 'start_date=2026-01-01&end_date=2026-01-31'
  await ok(shapes.activities, 'GET', `${version}/activities/signatures?${period}`)
  for (const path of ['/management/health', `${version}/management/health`])
    expect((await ok(shapes.health, 'GET', path, { headers: { authorization: '' } })).status).toBe('UP')

  const sendto = `${version}/sendto`
  const form = new FormData()
  form.set('content', new Blob([aPdf()]), 'any.pdf')
  form.set('title', 'Contract')
  const response = await fetch(`${api.url}${sendto}`, { method: 'POST', body: form })
  expect(response.status).toBe(200)
  const submitted = shapes.sendTo.parse(await response.json())
  const json = await ok(shapes.sendTo, 'POST', sendto, { body: { title: 'Contract', content } })
  const code = { headers: { 'x-accesscode': json.access_code } }
  expect(await ok(shapes.tracked, 'GET', `${sendto}/${json.id}/track`, code)).toEqual({
    status: 'UNCLAIMED',
    creator: null,
    signers: null,
  })
  const file = await send('GET', `${sendto}/${json.id}/download`, code)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await send('DELETE', `${sendto}/${json.id}`, code)).status).toBe(200)
  const wrong = { headers: { 'x-accesscode': crypto.randomUUID() } }
  expect((await send('GET', `${sendto}/${submitted.id}/track`, wrong)).status).toBe(403)
})
