import { execFile } from 'node:child_process'
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
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

const client = () => new CountersignClient({ baseUrl: api.url, ...credentials })
const newEmail = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
const signAs = (link: string, id: string) =>
  api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, guestOf(link).as)

/** Runs a program in Python that has a signed-in client; gives what it prints as JSON. */
async function inPython(program: string): Promise<unknown> {
  const { username, key } = credentials
  const start = `import json
from countersign_client import CountersignClient, CountersignError
client = CountersignClient(${JSON.stringify(api.url)}, ${JSON.stringify(username)}, ${JSON.stringify(key)})
`
  const env = { ...process.env, PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await run('python3', ['-c', start + program], { env })
  return JSON.parse(stdout)
}

test('TypeScript: a document is sent, signed, found and downloaded', async () => {
  const countersign = client()
  const email = newEmail()
  const created = await countersign.createRequestV2({
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
    (await inPython(`created = client.create_request_v2({"title": "Lease", "content": ${JSON.stringify(content)},
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
