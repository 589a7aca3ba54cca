import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { limits } from './integration-pages.ts'

// What the page on errors and limits says, sentence by sentence, over HTTP.

let api: TestApi
let boss: Person
let program: Program
let businessId: string
beforeAll(async () => {
  api = await startTestApi()
  boss = await api.person({ firstName: 'Boss' })
  businessId = await aBusiness(api, { admins: [boss] })
  program = await anApiUser(api, { admin: boss, businessId })
}, 120_000)
afterAll(() => api?.stop())

const content = aPdf().toString('base64')
const aRequest = (more: object = {}) => ({ title: 'Lease', quality: 'SES', content, ...more })
interface Problem {
  readonly id?: string
  readonly key?: string
  readonly result_id?: string
  readonly fields?: readonly { readonly field: string; readonly message: string }[]
}

async function send(
  path: string,
  given: { method?: string; body?: object; as?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${api.url}${path}`, {
    method: given.method ?? (given.body ? 'POST' : 'GET'),
    headers: {
      authorization: given.as ?? program.as,
      ...(given.body ? { 'content-type': 'application/json' } : {}),
      ...given.headers,
    },
    ...(given.body ? { body: JSON.stringify(given.body) } : {}),
  })
  const body = (await response.json()) as Problem
  return { status: response.status, headers: response.headers, body, ...body }
}
const says = (sentence: string) => expect(JSON.stringify(limits.blocks)).toContain(sentence)

test('an error has the members that the page names, and each invalid field', async () => {
  says('Every error is JSON: `type`, `method`, `path`, `status`, `message` and `key`.')
  const wrong = await send('/v2/signature-requests', { body: { title: 1, content, quality: 'XES' } })
  expect(Object.keys(wrong.body)).toEqual(['type', 'method', 'path', 'status', 'message', 'key', 'fields'])
  expect(wrong.body.fields).toMatchObject([
    { field: 'title', message: 'Must be a string' },
    { field: 'quality', message: expect.stringContaining('SES') },
  ])
})

test('an unknown field is refused, a content type is not needed, and of query parameters the misspelt ones are refused', async () => {
  says('A field of a body that is unknown or can’t be acted on is refused, not ignored.')
  const unknown = await send('/v2/signature-requests', { body: aRequest({ surprise: 1 }) })
  expect(unknown).toMatchObject({ status: 400, fields: [{ field: 'surprise' }] })
  says('the content decides what a file is. A type that contradicts it is refused.')
  for (const content_type of ['application/pdf', null, undefined]) {
    const made = await send('/v2/documents', { body: { content, content_type } })
    expect(made.body).toMatchObject({ content_type: 'application/pdf' })
  }
  const otherKind = await send('/v2/documents', { body: { content, content_type: 'image/png' } })
  expect(otherKind).toMatchObject({ status: 400, fields: [{ field: 'content_type' }] })
  says('A query parameter that looks like a misspelt one (`pagesize`) is refused; others are ignored')
  expect((await send('/v2/signature-requests?pagesize=2')).status).toBe(400)
  expect((await send('/v2/signature-requests?trace=2')).status).toBe(200)
})

test('what does not exist and what is another’s get one answer, which names the field', async () => {
  says('If a field names it, such as `document_id`, `fields` says which.')
  const other = await anApiUser(api, { admin: boss, businessId })
  const { id = '' } = await send('/v2/documents', { body: { content }, as: other.as })
  const answers = []
  for (const document_id of [id, crypto.randomUUID()])
    answers.push(await send('/v2/signature-requests', { body: { title: 'Lease', document_id } }))
  expect(answers[0]).toMatchObject({ status: 404, fields: [{ field: 'document_id' }] })
  expect(answers[0]?.body).toEqual(answers[1]?.body)
})

test('a key makes a call once, is free after a refusal, and is refused where nobody is signed in', async () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const post = (headers: Record<string, string>, more?: object) =>
    send('/v2/signature-requests', { body: aRequest(more), headers })
  const once = key()
  const first = await post(once)
  expect((await post(once)).body).toEqual(first.body)
  says('with another body 422')
  expect(await post(once, { title: 'Other' })).toMatchObject({ status: 422, key: 'idempotency.mismatch' })
  says('A call that was refused leaves its key free for a corrected one.')
  const corrected = key()
  expect((await post(corrected, { title: '' })).status).toBe(400)
  expect((await post(corrected)).status).toBe(200)
  // A key that is shown once is no exception, as long as its response was kept.
  const path = `/v1/businesses/${businessId}/apis`
  const user = { body: { description: 'Once', scopes: ['seals'] }, as: boss.as, headers: key() }
  const made = await send(path, user)
  expect((await send(path, user)).body).toEqual(made.body)
  says('Calls without a credential (`/sendto`, validation) refuse the header; signing in ignores it.')
  for (const [open, body] of [
    ['/v2/sendto', { title: 'Lease', content }],
    ['/v1/validate/document', { content }],
  ] as const)
    expect(await send(open, { body, as: '', headers: key() })).toMatchObject({
      status: 400,
      fields: [{ field: 'Idempotency-Key' }],
    })
})

test('each response to an API user’s token says how many calls are left, but that of validation', async () => {
  // Of its own: its minute doesn’t end while this counts.
  const { as } = await anApiUser(api, { admin: boss, businessId })
  says('Each response to an API user’s token has the headers `RateLimit-Policy` and `RateLimit`')
  for (const path of ['/v2/documents', `/v3/documents/${crypto.randomUUID()}`, '/v2/activities/signatures']) {
    const { headers } = await send(path, { as })
    expect(headers.get('ratelimit-policy')).toMatch(/^"api-user";q=\d+;w=60$/)
    expect(headers.get('ratelimit')).toMatch(/^"api-user";r=\d+;t=\d+$/)
  }
  says('Validation has a limit of its own and doesn’t count.')
  const left = async () =>
    (await send('/v2/documents', { as })).headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]
  const before = Number(await left())
  const validated = await send('/v1/validate/document', { body: { content }, as })
  expect([validated.status, validated.headers.get('ratelimit')]).toEqual([200, null])
  expect(Number(await left())).toBe(before - 1)
})
