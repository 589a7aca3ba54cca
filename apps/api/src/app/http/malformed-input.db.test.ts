import { addDocument, getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

type Part = readonly [field: string, content: Buffer | string, fileName?: string]
function aForm(...parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const [field, content, fileName = 'contract.pdf'] of parts)
    if (typeof content === 'string') form.append(field, content)
    else form.append(field, new Blob([new Uint8Array(content)], { type: 'application/pdf' }), fileName)
  return form
}
const upload = (id: string, form: FormData, headers: Record<string, string> = {}) =>
  api.ask(addDocument, { params: { id }, body: form as never }, ben.as, headers)
const documentsOf = async (id: string) =>
  (await api.call(getSignatureRequest, { params: { id } }, ben.as)).documents.map(({ name }) => name)

test('an address that cannot be decoded is refused in our words, with headers as strict as everywhere', async () => {
  for (const origin of [api.url, api.verificationUrl]) {
    const response = await fetch(`${origin}/%`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ key: 'request.malformed', status: 400, path: '/%' })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('no refusal is kept in a cache', async () => {
  for (const path of ['/v1/user', '/v1/nothing', '/v3/sign', '/v3/documents/x/pages/0', '/%']) {
    const response = await fetch(api.url + path)
    expect(response.ok).toBe(false)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('a form that cannot be read is malformed, wherever forms are taken', async () => {
  const { id } = await aDraft(api, { owner: ben })
  const paths = [
    '/v1/validate/document',
    '/v2/sendto',
    `/v3/signature-requests/${id}/documents`,
    `/v3/signature-requests/${id}/attachments`,
  ]
  for (const path of paths)
    for (const type of [
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/form-data',
      'multipart/form-data; boundary=',
    ]) {
      const headers = { 'content-type': type, authorization: ben.as }
      const response = await fetch(api.url + path, { method: 'POST', headers, body: 'x' })
      expect([path, type.length, response.status]).toEqual([path, type.length, 400])
    }
})

test('a second file and any other field of a form are refused by their names, and nothing is kept', async () => {
  const { id } = await aDraft(api, { owner: ben })
  const before = await documentsOf(id)
  const file: Part = ['file', aPdf()]
  const forms: [string, Part[]][] = [
    ['file', [file, ['file', aPdf({ title: 'Another' }), 'other.pdf']]],
    ['title', [file, ['title', 'Contract']]],
    ['title', [['title', 'Contract'], file]],
    ['document', [['document', aPdf()]]],
  ]
  for (const [field, parts] of forms)
    expect(await upload(id, aForm(...parts))).toMatchObject({
      status: 400,
      error: { key: 'validation.failed', fields: [{ field, code: 'unexpected' }] },
    })
  expect(await documentsOf(id)).toEqual(before)
})

test('the Idempotency-Key of an upload stands for the file itself', async () => {
  const { id } = await aDraft(api, { owner: ben })
  const before = (await documentsOf(id)).length
  const key = { 'idempotency-key': crypto.randomUUID() }
  const one = aPdf({ title: 'One' })
  const other = Buffer.from(one)
  other.write('Two', other.indexOf('One'))
  const first = await upload(id, aForm(['file', one]), key)
  expect(first.status).toBe(201)
  const again = await upload(id, aForm(['file', one]), key)
  expect(again).toMatchObject({ status: 201, body: first.ok && first.body })
  for (const form of [aForm(['file', other]), aForm(['file', one, 'renamed.pdf'])])
    expect(await upload(id, form, key)).toMatchObject({ status: 422, error: { key: 'idempotency.mismatch' } })
  expect(await documentsOf(id)).toHaveLength(before + 1)
})

test('without a credential no key is taken: it would be anybody’s behind the same address', async () => {
  const headers = { 'idempotency-key': 'guessable' }
  const response = await fetch(`${api.url}/v2/sendto`, {
    method: 'POST',
    headers,
    body: aForm(['file', aPdf()]),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    fields: [{ field: 'Idempotency-Key', code: 'credential_required' }],
  })
})

test('a form posted to the verification host leads back to the host alone', async () => {
  for (const id of ['%2Fevil.example', '%2F%2Fevil.example', 'x'.repeat(5000)]) {
    const response = await fetch(`${api.verificationUrl}/api/respond/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: api.verificationUrl },
      body: `secret=${'1'.repeat(5000)}`,
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('location')).toBeNull()
  }
})
