import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createApiUser } from '@countersign/contract/api-users.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CountersignClient } from '../../../../packages/client-typescript/src/client.ts'
import type { CountersignError } from '../../../../packages/client-typescript/src/error.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

// The client packages as programs use them, against the whole product.

const run = promisify(execFile)
const python = new URL('../../../../packages/client-python', import.meta.url).pathname
const content = aPdf().toString('base64')

let api: TestApi
let anna: Person
let credentials: { username: string; key: string }
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { admins: [anna] })
  const body = { description: 'Rental software', scopes: ['signature_requests' as const] }
  const { username, key } = await api.call(createApiUser, { params: { id }, body }, anna.as)
  credentials = { username, key }
})
const stopping: (() => void)[] = []
afterEach(() => {
  ahead = 0
  for (const stop of stopping.splice(0)) stop()
})
afterAll(() => api?.stop())

const client = () => new CountersignClient({ baseUrl: api.url, ...credentials })
const newEmail = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
const signAs = (link: string, id: string) =>
  api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, guestOf(link).as)

/** Runs a program in Python that has a client; gives what it prints as JSON. */
async function inPython(program: string, baseUrl = api.url): Promise<unknown> {
  const { username, key } = credentials
  const start = `import json
from countersign_client import CountersignClient, CountersignError
client = CountersignClient(${JSON.stringify(baseUrl)}, ${JSON.stringify(username)}, ${JSON.stringify(key)})
`
  const env = { ...process.env, PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await run('python3', ['-c', start + program], { env })
  return JSON.parse(stdout)
}

test('TypeScript: a document is sent, signed, found and downloaded', async () => {
  const countersign = client()
  const email = newEmail()
  const created = await countersign.createRequestV2({
    quality: 'SES',
    title: 'Lease',
    content,
    custom: email,
    signatures: [{ signer_identity_data: { email_address: email, first_name: 'Carla', last_name: 'Rossi' } }],
  })
  await signAs(created.signatures[0]?.signing_url ?? '', created.id)
  const [found] = await countersign.listRequestsV2({ search: email, status_overall: 'SIGNED' })
  expect(found?.id).toBe(created.id)
  const file = await countersign.getDocumentContentV2({ id: found?.document_id ?? '' })
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-')
})

test('TypeScript: a token that is over is renewed without the program noticing', async () => {
  const countersign = client()
  await countersign.listRequestsV2()
  ahead = 21 * 60_000
  expect(await countersign.listRequestsV2({ search: 'nothing' })).toEqual([])
})

test('TypeScript: a refusal has its status, its key and the wrong fields', async () => {
  const refused = await client()
    .createRequestV2({ title: '', content })
    .catch((error: CountersignError) => error)
  expect(refused).toMatchObject({
    name: 'CountersignError',
    status: 400,
    key: 'validation.failed',
    fields: [{ field: 'title' }],
  })
  const wrong = new CountersignClient({ baseUrl: api.url, ...credentials, key: 'wrong' })
  await expect(wrong.listRequestsV2()).rejects.toMatchObject({
    status: 401,
    key: 'api_user.credentials_invalid',
  })
})

test('Python: a document is sent, signed, found and downloaded', async () => {
  const email = newEmail()
  const created =
    (await inPython(`created = client.create_request_v2({"title": "Lease", "quality": "SES", "content": ${JSON.stringify(content)},
    "custom": ${JSON.stringify(email)}, "signatures": [{"signer_identity_data": {"email_address": ${JSON.stringify(email)},
    "first_name": "Carla", "last_name": "Rossi"}}]})
print(json.dumps(created))`)) as { id: string; signatures: { signing_url: string }[] }
  await signAs(created.signatures[0]?.signing_url ?? '', created.id)
  const found = await inPython(`[found] = client.list_requests_v2(search=${JSON.stringify(email)})
file = client.get_document_content_v2(found["document_id"])
print(json.dumps([found["id"], found["status_overall"], file[:5].decode()]))`)
  expect(found).toEqual([created.id, 'SIGNED', '%PDF-'])
})

test('Python: a refusal has its status, its key and the wrong fields', async () => {
  const refused = await inPython(`try:
    client.create_request_v2({"title": "", "content": ""})
except CountersignError as error:
    print(json.dumps([error.status, error.key, [one["field"] for one in error.fields]]))`)
  expect(refused).toEqual([400, 'validation.failed', ['title']])
})

/** A service that answers as it is told, after the sign-in; and what it was asked. */
async function aService(answer: (response: ServerResponse, before: number) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    const before = asked.filter((one) => one === call).length
    asked.push(call)
    if (request.url === '/v2/access/login' && before === 0) response.end('a token')
    else answer(response, before)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stopping.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const away = (response: ServerResponse) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end('{}')
}
const signIn = 'POST /v2/access/login'

test('a withdrawal that may have been done is not tried again: a second one would delete the request', async () => {
  for (const withdraw of [
    (url: string) => new CountersignClient({ baseUrl: url, ...credentials }).deleteRequestV2({ id: 'lease' }),
    (url: string) => inPython('client.delete_request_v2("lease")', url),
  ]) {
    const { url, asked } = await aService(away)
    await expect(withdraw(url)).rejects.toThrow('503')
    expect(asked).toEqual([signIn, 'DELETE /v2/signature-requests/lease'])
  }
})

test('Python: a list is asked for again when the connection broke, a wrong key is tried once', async () => {
  const { url, asked } = await aService((response, before) => {
    if (before === 0) response.destroy()
    else response.end('[]')
  })
  expect(await inPython('print(json.dumps(client.list_requests_v2()))', url)).toEqual([])
  expect(asked).toEqual([signIn, 'GET /v2/signature-requests', 'GET /v2/signature-requests'])

  const refused = await aService((response) => void response.writeHead(401).end('{}'))
  refused.asked.push(signIn)
  await expect(inPython('client.list_requests_v2()', refused.url)).rejects.toThrow('401')
  expect(refused.asked).toEqual([signIn, signIn])
})
