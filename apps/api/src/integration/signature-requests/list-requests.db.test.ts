import { uploadDocumentV2 } from '@countersign/contract/integration/documents.ts'
import { addAttachmentV2 } from '@countersign/contract/integration/attachments.ts'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { declineDirect } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  program = await anApiUser(api, {
    admin: anna,
    businessId: await aBusiness(api, { admins: [anna], members: [ben] }),
  })
  await makeRequests()
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const position = { page: '0', x: 100.25, y: 600, width: 180, height: 60 }
const aGuest = (name = 'Gina') => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  return { signer_identity_data: { email_address: email, first_name: name, identity_reference: `"${name}"` } }
}
test.each([
  ['pagesize', 'page_size'],
  ['pageSize', 'page_size'],
  ['page_nr', 'page_number or page_size'],
  ['serach', 'search'],
  ['status', 'signature_status or status_overall'],
])('a query parameter %s is refused by name, as it was meant as %s', async (name, meant) => {
  for (const version of [2, 3]) {
    const address = `${api.url}/v${version}/signature-requests?${name}=2`
    const response = await fetch(address, { headers: { authorization: program.as } })
    expect(response.status).toBe(400)
    const { fields } = (await response.json()) as { fields: object[] }
    expect(fields).toMatchObject([
      {
        field: name,
        code: 'unknown_field',
        message: `Unknown here. Did you mean ${meant}?`,
      },
    ])
  }
})

test('what others add to an address on the way is ignored', async () => {
  const address = `${api.url}/v3/signature-requests?page_size=1&_=1764500000&trace=on&utm_source=x`
  const response = await fetch(address, { headers: { authorization: program.as } })
  expect(response.status).toBe(200)
})

const createV2 = (body: object) =>
  api.call(calls.createRequestV2, { body: { quality: 'SES', title: 'Lease', content, ...body } }, program.as)

/** Requests of all kinds: with all there can be in one, and with hardly anything. */
async function makeRequests(): Promise<void> {
  const image = {
    content: (await strokes().png().toBuffer()).toString('base64'),
    content_type: 'image/png' as const,
  }
  const full = await createV2({
    title: 'Vertrag «Süd» \\ "契約" 🖋',
    message: 'First line\nsecond "line"',
    custom: 'order \\ "4711"',
    callback_success_url: 'https://rent.example.com/done?a="b"',
    attach_on_success: ['SIGNATURE_PROTOCOL'],
    cc_email_addresses: ['zoe@example.org', 'adam@example.org'],
    write_access: [ben.email, anna.email],
    signatures: [
      { ...aGuest(), visual_signature: { positions: [position, { ...position, rotation: 90 }], image } },
      { account_email: ben.email, sequence: 2, notify: false },
      { ...aGuest('O’Neil'), sequence: 3 },
    ],
  })
  const file = { filename: 'Plan "A".pdf', content_type: 'application/pdf', content }
  await api.call(addAttachmentV2, { params: { id: full.id }, body: file }, program.as)
  const guest = guestOf(full.signatures[0]?.signing_url ?? '')
  await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: full.id }] } }, guest.as)

  const declined = await createV2({ signatures: [aGuest()] })
  const decliner = guestOf(declined.signatures[0]?.signing_url ?? '')
  const reason = { params: { id: declined.id }, body: { message: 'Not "mine"' } }
  await api.call(declineDirect, reason, decliner.as)

  const document = await api.call(uploadDocumentV2, { body: { title: 'A "1"', content } }, program.as)
  const draft = {
    quality: 'SES' as const,
    title: 'Draft',
    documents: [{ id: document.id }],
    signatures: [
      { ...aGuest(), document_signatures: [{ document_id: document.id, visual_signature: { position } }] },
      { account_email: 'nobody@example.org' },
    ],
    observers: ['observer@example.org'],
  }
  const { id } = await api.call(calls.createRequestV3, { body: draft }, program.as)
  await api.call(calls.addDocumentV3, { params: { id }, body: { content } }, program.as)
  const grouped = await api.call(calls.createRequestV3, { body: draft }, program.as)
  await api.context.pool.query(
    `UPDATE signatures SET email = '', group_id = gen_random_uuid(), group_version_id = gen_random_uuid()
    WHERE request_id = $1 AND position = 1`,
    [grouped.id],
  )
  await createV2({ title: 'Without anyone' })
}

test.each([
  ['/v2', calls.listRequestsV2, calls.getRequestV2],
  ['/v3', calls.listRequestsV3, calls.getRequestV3],
] as const)(
  'a list of %s has each request as it is answered alone, and nothing that is undeclared',
  async (...given) => {
    const [, list, get] = given
    const listed = await api.call(list, { query: {} }, program.as)
    expect(listed.map(({ title }) => title)).toHaveLength(5)
    const alone = await Promise.all(listed.map(({ id }) => api.call(get, { params: { id } }, program.as)))
    expect(listed).toEqual(alone)
    expect(listed).toEqual(z.parse<z.ZodMiniType>(list.output, listed))
  },
)

test('a list has the newest first, in pages', async () => {
  const whole = await api.call(calls.listRequestsV3, { query: {} }, program.as)
  const page = async (page_number: string) =>
    api.call(calls.listRequestsV3, { query: { page_number, page_size: '2' } }, program.as)
  const paged = [...(await page('1')), ...(await page('2')), ...(await page('3')), ...(await page('4'))]
  expect(paged).toEqual(whole)
  const times = whole.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a list is found by state, by signer, by what the program wrote, and by all of them', async () => {
  const titles = async (query: object) =>
    (await api.call(calls.listRequestsV2, { query }, program.as)).map(({ title }) => title)
  expect(await titles({ status_overall: 'DECLINED' })).toEqual(['Lease'])
  expect(await titles({ status_overall: 'OPEN' })).toHaveLength(4)
  expect(await titles({ account_email: ben.email })).toEqual(['Vertrag «Süd» \\ "契約" 🖋'])
  expect(await titles({ signature_status: 'SIGNED' })).toEqual(['Vertrag «Süd» \\ "契約" 🖋'])
  expect(await titles({ search: 'ORDER \\' })).toEqual(['Vertrag «Süd» \\ "契約" 🖋'])
  expect(await titles({ search: 'VERTRAG «SÜD»' })).toHaveLength(1)
  const all = { search: '4711', status_overall: 'OPEN', account_email: ben.email, signature_status: 'OPEN' }
  expect(await titles(all)).toHaveLength(1)
  expect(await titles({ ...all, status_overall: 'DECLINED' })).toEqual([])
})

test('a list of `/v3` finds signers by each status that it shows, and no others', async () => {
  for (const signature_status of calls.listRequestsV3.query.shape.signature_status.def.innerType.options) {
    const list = (query: object) => api.call(calls.listRequestsV3, { query }, program.as)
    const shown = (await list({})).filter(({ signatures }) =>
      signatures.some(({ status_code }) => status_code === signature_status),
    )
    expect(await list({ signature_status })).toEqual(shown)
  }
  const titles = async (call: typeof calls.listRequestsV2 | typeof calls.listRequestsV3, query: object) =>
    (await api.call(call, { query }, program.as)).map(({ title }) => title)
  expect(await titles(calls.listRequestsV3, { signature_status: 'DRAFT' })).toEqual(['Draft', 'Draft'])
  expect(await titles(calls.listRequestsV3, { signature_status: 'WAITING' })).toHaveLength(1)
  expect(await titles(calls.listRequestsV3, { signature_status: 'OPEN' })).toHaveLength(1)
  expect(await titles(calls.listRequestsV2, { signature_status: 'OPEN' })).toHaveLength(3)
})

test('a page takes two statements, that of the token and one more, whatever is in it', async () => {
  await api.call(calls.listRequestsV2, { query: {} }, program.as)
  for (const query of [{}, { status_overall: 'OPEN' }, { search: 'lease' }] as const) {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await api.call(calls.listRequestsV2, { query }, program.as)
    const texts = asked.mock.calls.map(([statement]) => JSON.stringify(statement))
    asked.mockRestore()
    const reading = texts.filter((text) =>
      /FROM (api_tokens|signature_requests|signatures|accounts)\b/.test(text),
    )
    expect(reading.map((text) => (text.includes('find-api-token') ? 'token' : 'list'))).toEqual([
      'token',
      'list',
    ])
  }
})

test('what is listed is known from then on: each link is recorded once', async () => {
  const email = 'first.seen@example.org'
  const { id } = await createV2({ title: 'Seen', signatures: [] })
  await api.call(
    calls.addSignerV2,
    { params: { id }, body: { signer_identity_data: { email_address: email } } },
    program.as,
  )
  await api.context.pool.query(
    `UPDATE integration_signers SET link_disclosed_at = NULL, disclosed_link_hash = NULL
    WHERE signature_id IN (SELECT id FROM signatures WHERE request_id = $1)`,
    [id],
  )
  const disclosed = async () => {
    const { rows } = await api.context.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM evidence_events WHERE request_id = $1 AND type = 'link_disclosed'",
      [id],
    )
    return rows[0]?.n
  }
  const before = (await disclosed()) ?? 0
  const [first] = await api.call(calls.listRequestsV2, { query: { page_size: '1' } }, program.as)
  expect(first?.signatures[0]?.signing_url).toContain(`/view/${id}/`)
  await api.call(calls.listRequestsV2, { query: { page_size: '1' } }, program.as)
  expect(await disclosed()).toBe(before + 1)
})
