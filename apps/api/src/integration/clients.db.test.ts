import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { inPython, runPython } from './clients.fixture.ts'
import { installClient } from './installed-client.fixture.ts'

// The client packages as programs use them, against the whole product.

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
const python = (program: string) => inPython(program, { baseUrl: api.url, ...credentials })
const newEmail = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
const signAs = (link: string, id: string) =>
  api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, guestOf(link).as)

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
    (await python(`created = client.create_request_v2({"title": "Lease", "quality": "SES", "content": ${JSON.stringify(content)},
    "custom": ${JSON.stringify(email)}, "signatures": [{"signer_identity_data": {"email_address": ${JSON.stringify(email)},
    "first_name": "Carla", "last_name": "Rossi"}}]})
print(json.dumps(created))`)) as { id: string; signatures: { signing_url: string }[] }
  await signAs(created.signatures[0]?.signing_url ?? '', created.id)
  const found = await python(`[found] = client.list_requests_v2(search=${JSON.stringify(email)})
file = client.get_document_content_v2(found["document_id"])
print(json.dumps([found["id"], found["status_overall"], file[:5].decode()]))`)
  expect(found).toEqual([created.id, 'SIGNED', '%PDF-'])
})

test('Python: a refusal has its status, its key and the wrong fields', async () => {
  const refused = await python(`try:
    client.create_request_v2({"title": "", "content": ""})
except CountersignError as error:
    print(json.dumps([error.status, error.key, [one["field"] for one in error.fields]]))`)
  expect(refused).toEqual([400, 'validation.failed', ['title']])
})

/** The program of a client's README, for this service. */
async function programIn(client: string, language: string): Promise<string> {
  const readme = await readFile(new URL(`../../../../packages/${client}/README.md`, import.meta.url), 'utf8')
  const program = new RegExp('```' + language + '\\n([^]*?)\\n```').exec(readme)?.[1] ?? ''
  const { username, key } = credentials
  return program
    .replace('https://sign.example.com', api.url)
    .replace('api_demo_your-name', username)
    .replace('your-key', key)
}

const runs = {
  'client-typescript': async (program: string, folder: string) => {
    await writeFile(join(folder, 'program.mjs'), program)
    return (await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder })).stdout
  },
  'client-python': runPython,
}

test.each([
  ['client-typescript', 'js'],
  ['client-python', 'python'],
] as const)('the program in the README of %s runs as it is written', async (name, language) => {
  const folder = name === 'client-typescript' ? installClient() : await mkdtemp(join(tmpdir(), 'client-'))
  try {
    const pdf = aPdf()
    await writeFile(join(folder, 'lease.pdf'), pdf)
    const said = await runs[name](await programIn(name, language), folder)
    expect(said).toMatch(/^[0-9a-f-]{36} OPEN http:\S+\/view\/\S+\n$/)
    expect(await readFile(join(folder, 'lease-so-far.pdf'))).toEqual(pdf)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
