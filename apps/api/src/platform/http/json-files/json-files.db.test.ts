import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { addAttachment, downloadAttachment } from '@countersign/contract/attachments.ts'
import * as calls from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  program = await anApiUser(api, { admin: ben, businessId: await aBusiness(api, { admins: [ben] }) })
})
afterAll(() => api?.stop())

const content = aPdf().toString('base64')

const post = (
  path: string,
  as: string | undefined,
  body: string | Buffer,
  headers: Record<string, string> = {},
) =>
  fetch(api.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as ? { authorization: as } : {}), ...headers },
    body,
  })
const answer = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
})

/** Files of bodies that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(join('/proc/self/fd', fd))].filter((path) => path.includes('countersign-upload-'))
    } catch {
      return []
    }
  })
const stored = async () => {
  const { rows } = await api.context.pool.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM signature_requests) AS count',
  )
  const files = readdirSync(api.context.config.dataDirectory, { recursive: true }).length
  return { rows: rows[0]?.count, files }
}

test('a large file in JSON is never parsed in one piece, and other calls are answered meanwhile', async () => {
  const file = Buffer.from('Terms and conditions. '.repeat(400_000))
  const body = Buffer.from(`{"filename":"large.txt","content":"${file.toString('base64')}"}`)
  const { id } = await aDraft(api, { owner: ben })
  const parse = vi.spyOn(JSON, 'parse')
  const progress = { isDone: false, answered: 0 }
  const uploading = post(`/v3/signature-requests/${id}/attachments`, ben.as, body).finally(
    () => (progress.isDone = true),
  )
  while (!progress.isDone) {
    await (await fetch(`${api.url}/healthz`)).text()
    progress.answered += 1
  }
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
  parse.mockRestore()
  const reply = await answer(await uploading)
  expect(reply).toMatchObject({ status: 201, attachments: [{ filename: 'large.txt', size: file.length }] })
  expect(longest).toBeLessThan(100_000)
  expect(progress.answered).toBeGreaterThan(2)
  const { attachments } = reply as unknown as { attachments: { id: string }[] }
  const params = { id, attId: attachments[0]?.id ?? '' }
  const kept = await api.call(downloadAttachment, { params }, ben.as)
  expect(Buffer.from(await kept.arrayBuffer()).equals(file)).toBe(true)
  await expect.poll(openFiles).toEqual([])
})

test('the file may be anywhere in the body, and written as some encoders do', async () => {
  const escaped = content.replaceAll('/', String.raw`\/`).replaceAll('+', String.raw`\u002B`)
  const lines = content.replaceAll(/(.{76})/g, String.raw`$1\r\n`)
  for (const value of [content, escaped, lines, content.replaceAll('=', '')])
    for (const documents of [
      `{"content":"${value}","name":"a.pdf"}`,
      `{"name":"a.pdf","content":"${value}"}`,
    ]) {
      const created = await post('/v3/signature-requests', ben.as, `{"documents":[${documents}],"title":"A"}`)
      expect(await answer(created)).toMatchObject({
        status: 201,
        documents: [{ name: 'a.pdf', size: aPdf().length }],
      })
    }
})

test('several files of one body stay apart', async () => {
  const [one, two] = [aPdf({ title: 'One' }), aPdf({ title: 'Two', pages: 2 })]
  const documents = [one, two, one].map((pdf, index) => ({
    name: `${index}.pdf`,
    content: pdf.toString('base64'),
  }))
  const { documents: kept } = await api.call(
    calls.createSignatureRequest,
    { body: { title: 'Three', documents } },
    ben.as,
  )
  expect(kept.map(({ name, size }) => [name, size])).toEqual([
    ['0.pdf', one.length],
    ['1.pdf', two.length],
    ['2.pdf', one.length],
  ])
})

test('small files that are large together are on disk while their body arrives, in one file, and stay apart', async () => {
  const pdfs = [1, 2, 3].map((pages) => aPdf({ pages, ballast: 600_000 }))
  const documents = pdfs.map((pdf, index) => ({ name: `${index}.pdf`, content: pdf.toString('base64') }))
  const whole = JSON.stringify({ title: 'Three', documents })
  const call = httpRequest(`${api.url}/v3/signature-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': whole.length, authorization: ben.as },
  })
  call.write(whole.slice(0, -2))
  await expect.poll(openFiles).toHaveLength(1)
  call.end(whole.slice(-2))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const { documents: kept } = (await json(response)) as { documents: { id: string; size: number }[] }
  expect(kept.map(({ size }) => size)).toEqual(pdfs.map(({ length }) => length))
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = ANY ($1) ORDER BY page_count',
    [kept.map(({ id }) => id)],
  )
  expect(rows.map(({ sha256 }) => sha256)).toEqual(
    pdfs.map((pdf) => createHash('sha256').update(pdf).digest('hex')),
  )
  await expect.poll(openFiles).toEqual([])
})

test('a body with more files than any call takes is refused before it has arrived', async () => {
  const many = Array.from({ length: 1251 }, () => '{"content":""}').join(',')
  const refused = await post('/v3/signature-requests', ben.as, `{"title":"A","documents":[${many}`)
  expect(await answer(refused)).toMatchObject({
    status: 400,
    key: 'validation.failed',
    fields: [{ field: 'documents.*.content', code: 'too_big' }],
  })
})

test('an attachment in JSON is kept as it was sent', async () => {
  const draft = await aDraft(api, { owner: ben })
  const text = Buffer.from('Terms and conditions. '.repeat(100_000))
  const body = { filename: 'terms.txt', content: text.toString('base64') }
  const { attachments } = await api.call(addAttachment, { params: { id: draft.id }, body }, ben.as)
  expect(attachments).toMatchObject([{ filename: 'terms.txt', size: text.length }])
})

test('a retry with the same Idempotency-Key and file is the same call, with another file it is refused', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const create = (pdf: Buffer) =>
    api.ask(
      calls.createSignatureRequest,
      { body: { title: 'Once', documents: [{ name: 'a.pdf', content: pdf.toString('base64') }] } },
      ben.as,
      key,
    )
  const [first, again, other] = [await create(aPdf()), await create(aPdf()), await create(aPdf({ pages: 3 }))]
  expect(first.ok && again.ok && first.body.id === again.body.id).toBe(true)
  expect(other).toMatchObject({ status: 422, error: { key: 'idempotency.mismatch' } })
})

const paths = [
  ['/v3/signature-requests', (member: string) => `{"title":"A","documents":[{"name":"a.pdf",${member}}]}`],
  ['/v2/signature-requests', (member: string) => `{"title":"A",${member}}`],
  ['/v2/sendto', (member: string) => `{"title":"A",${member}}`],
] as const
const large = randomBytes(3 * 1024 * 1024).toString('base64')
const hostile: [what: string, member: string, status: number, key: string, field?: RegExp][] = [
  [
    'two files under one name',
    `"content":"${content}","content":"${content}"`,
    400,
    'validation.failed',
    /content$/,
  ],
  ['a name twice', `"x":1,"content":"${content}","x":2`, 400, 'validation.failed', /x$/],
  [
    'no base64',
    `"content":"${content.slice(0, 40)}%${content.slice(41)}"`,
    400,
    'validation.failed',
    /content$/,
  ],
  ['no base64 after some megabytes', `"content":"${large}-_"`, 400, 'validation.failed', /content$/],
  ['base64 that ends too early', `"content":"${content.slice(0, 41)}"`, 400, 'validation.failed', /content$/],
  ['a file in a list', `"content":["${content}"]`, 400, 'validation.failed', /content$|documents\.0\.id$/],
  ['deep nesting', `"content":${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400, 'request.malformed'],
  [
    'deep nesting of objects',
    `"content":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    400,
    'request.malformed',
  ],
  [
    'a line break in the file',
    `"content":"${content.slice(0, 40)}\n${content.slice(40)}"`,
    400,
    'request.malformed',
  ],
  ['a file that doesn’t end', `"content":"${content}`, 400, 'request.malformed'],
  ['two values in a row', `"content":"${content}" "${content}"`, 400, 'request.malformed'],
  ['a prototype', `"content":"${content}","__proto__":{"x":1}`, 400, 'request.malformed'],
  [
    'five megabytes that are no file',
    `"content":"${content}","x":"${'x'.repeat(5_000_000)}"`,
    413,
    'request.too_large',
  ],
  [
    'something that is no PDF',
    `"content":"${Buffer.from('hello').toString('base64')}"`,
    422,
    'document.not_a_pdf',
  ],
]
const cases = hostile.flatMap((one) => paths.map(([path, body]) => [one[0], path, body, one] as const))

test.each(cases)(
  '%s is refused by %s, and nothing is kept',
  async (_, path, body, [, member, status, key, field]) => {
    const as = path.startsWith('/v3') ? ben.as : path === '/v2/sendto' ? undefined : program.as
    const before = await stored()
    const found = await answer(await post(path, as, body(member)))
    expect(found).toMatchObject({ status, key })
    if (field) expect(found).toMatchObject({ fields: [{ field: expect.stringMatching(field) }] })
    expect(await stored()).toEqual(before)
    await expect.poll(openFiles).toEqual([])
  },
)

test.each([
  ['with a file', '/v2/documents', 41, 'document.too_large'],
  ['without one', `/v2/signature-requests/${crypto.randomUUID()}/withdraw`, 30, 'request.too_large'],
])(
  'a body %s that is too large is refused, and a client that is still sending it sees why',
  async (_, path, megabytes, key) => {
    // As Python’s client does it: it reads nothing before all is written.
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ content: 'A'.repeat(megabytes * 1024 * 1024) })
    const head = [
      `POST ${path} HTTP/1.1`,
      ...[`Host: ${hostname}`, `Authorization: ${program.as}`, 'Connection: close'],
      ...['Content-Type: application/json', `Content-Length: ${body.length}`, '', ''],
    ].join('\r\n')
    const heard = await new Promise<string>((resolve, reject) => {
      let text = ''
      socket.pause().on('error', reject)
      socket.write(head + body, () => socket.resume())
      socket.on('data', (chunk) => (text += chunk.toString())).on('end', () => resolve(text))
    })
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
    expect(heard).toContain(`"key":"${key}"`)
  },
)

const some = crypto.randomUUID()
test.each([
  ['a table to send to', `/v3/templates/${some}/bulk-sends/check`, 'document.too_large'],
  ['the reason for a withdrawal', `/v3/signature-requests/${some}/withdraw`, 'request.too_large'],
])('of %s that is sent in pieces and too large the answer says what is', async (_, path, key) => {
  const { hostname, port } = new URL(api.url)
  const headers = { authorization: ben.as, 'content-type': 'application/json' }
  const sending = httpRequest({ hostname, port, path, method: 'POST', headers })
  sending.on('error', () => {})
  const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
  sending.write(`{"message":"${'x'.repeat(3 * 1024 * 1024)}"`)
  const response = await answered
  expect([response.statusCode, await json(response)]).toMatchObject([413, { key }])
  sending.destroy()
})

test('a body of another type isn’t read as JSON', async () => {
  const body = `{"title":"A","documents":[{"name":"a.pdf","content":"${content}"}]}`
  for (const type of ['text/plain', 'application/octet-stream', 'application/xml'])
    expect(
      await answer(await post('/v3/signature-requests', ben.as, body, { 'content-type': type })),
    ).toMatchObject({
      status: 415,
      key: 'media.unsupported',
    })
})

test.each([
  ['two megabytes in', 2 * 1024 * 1024],
  ['at once', 100],
])('a caller that hangs up in the middle of a file, %s, leaves nothing behind', async (_, sent) => {
  const before = await stored()
  const whole = `{"title":"A","documents":[{"name":"a.pdf","content":"${large}"}]}`
  const call = httpRequest(`${api.url}/v3/signature-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': whole.length, authorization: ben.as },
  })
  call.on('error', () => {})
  call.write(whole.slice(0, sent))
  if (sent > 1024 * 1024) await expect.poll(openFiles).toHaveLength(1)
  call.destroy()
  await expect.poll(openFiles).toEqual([])
  expect(await stored()).toEqual(before)
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-upload-'))).toEqual([])
})

test('a program’s file with one call is what is signed', async () => {
  const pdf = aPdf({ pages: 4 })
  const body = { quality: 'SES' as const, title: 'Lease', content: pdf.toString('base64') }
  const created = await api.call(createRequestV2, { body }, program.as)
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = $1',
    [created.document_id],
  )
  expect(rows[0]?.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
})
