import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '#api/app/create-context.ts'
import { removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import type { S3Settings } from '#api/platform/settings/document-store.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { credentials, type S3Server, startS3Server } from '#api/testing/s3/s3-server.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let server: S3Server
let settings: S3Settings
let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  server = await startS3Server()
  settings = await server.bucket()
  api = await startTestApi({ environment: environmentOf(settings) })
  const people = await Promise.all(['Ben', 'Anna'].map((firstName) => api.person({ firstName })))
  ;[ben, anna] = people as [Person, Person]
})
afterAll(async () => {
  await api?.stop()
  await server?.stop()
})

const day = 86_400_000

function environmentOf({ bucket, region }: S3Settings): Record<string, string> {
  return {
    STORE: 's3',
    STORE_S3_ENDPOINT: server.endpoint,
    STORE_S3_REGION: region,
    STORE_S3_BUCKET: bucket,
    STORE_S3_PREFIX: 'countersign',
    STORE_S3_PATH_STYLE: '1',
    STORE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    STORE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}
const dataFolder = () => api.context.config.dataDirectory
/** As on a node that has just been added. */
const forgetCopies = () => rm(join(dataFolder(), 'cache', 's3'), { recursive: true, force: true })
const see = (id: string) => api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
const download = async (id: string) =>
  (await api.call(downloadDocument, { params: { id }, query: {} }, ben.as)).size
const hashOf = async (id: string) => {
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = $1',
    [id],
  )
  return rows[0]?.sha256 ?? ''
}
const readyz = async () =>
  (await (await fetch(`${api.url}/readyz`)).json()) as { down: { part: string; reason: string }[] }

test('a document is uploaded, signed and downloaded, and the only files here are copies', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, anna.as)
  await expect.poll(async () => (await see(sent.id)).status_overall).toBe('SIGNED')
  await forgetCopies()
  const versionId = (await see(sent.id)).documents[0]?.version_id ?? ''
  expect(await download(versionId)).toBeGreaterThan(10_000)
  expect(existsSync(join(dataFolder(), 'documents'))).toBe(false)
  expect(api.context.documentStore.whereIs()).toBe(`s3://${settings.bucket}/countersign/documents/`)
})

test('what nobody uses goes to the trash, comes back when it is opened, and is deleted after 30 days', async () => {
  const draft = await aDraft(api, { owner: ben, documents: [aPdf({ title: 'Removed' })] })
  const id = draft.documents[0]?.id ?? ''
  const sha256 = await hashOf(id)
  const { documentStore } = api.context
  const cleanUp = (days: number) =>
    removeUnusedContent({ ...api.context, now: () => new Date(Date.now() + days * day) })
  await api.context.pool.query('UPDATE documents SET content_deleted_at = now() WHERE id = $1', [id])
  await cleanUp(2)
  expect(await documentStore.has(sha256)).toBe(false)
  await api.context.pool.query('UPDATE documents SET content_deleted_at = NULL WHERE id = $1', [id])
  expect(await download(id)).toBeGreaterThan(0)
  expect(await documentStore.has(sha256)).toBe(true)
  await api.context.pool.query('UPDATE documents SET content_deleted_at = now() WHERE id = $1', [id])
  await cleanUp(2)
  await cleanUp(33)
  await forgetCopies()
  const trash: string[] = []
  for await (const content of documentStore.list('in the trash')) trash.push(content.sha256)
  expect(trash).not.toContain(sha256)
  expect(await documentStore.has(sha256)).toBe(false)
})

test('while the store is away, uploads and downloads say so, readiness too, and a signing waits; nothing is lost', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const draft = await aDraft(api, { owner: ben, documents: [aPdf({ title: 'Before' })] })
  await forgetCopies()
  await server.kill()
  const upload = { title: 'Meanwhile', message: '', quality: 'SES' as const }
  const documents = [{ name: 'A.pdf', content: aPdf({ title: 'Meanwhile' }).toString('base64') }]
  expect(
    await api.ask(requests.createSignatureRequest, { body: { ...upload, documents } }, ben.as),
  ).toMatchObject({ status: 503, error: { key: 'service.unavailable' } })
  expect(
    await api.ask(downloadDocument, { params: { id: draft.documents[0]?.id ?? '' }, query: {} }, ben.as),
  ).toMatchObject({ status: 503, error: { key: 'service.unavailable' } })
  await expect
    .poll(async () => (await readyz()).down.map(({ part }) => part), { timeout: 30_000 })
    .toContain('storage')
  const signing = api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, anna.as)
  await server.start()
  await signing
  await expect.poll(async () => (await see(sent.id)).status_overall, { timeout: 30_000 }).toBe('SIGNED')
  expect(await download(draft.documents[0]?.id ?? '')).toBeGreaterThan(0)
  await expect.poll(async () => (await readyz()).down, { timeout: 30_000 }).toEqual([])
})

test('a start is refused where the bucket is not there, takes nothing, or belongs to another installation', async () => {
  const start = async (change: Partial<S3Settings>, connection = api.connection) => {
    const s3 = { ...settings, prefix: 'countersign/', ...change }
    const config = { ...api.context.config, store: { ...api.context.config.store, s3 } }
    const context = await createContext(config, connection)
    await context.close()
  }
  await expect(start({ bucket: 'nobody-has-made-it' })).rejects.toThrow(
    'There is no bucket for s3://nobody-has-made-it',
  )
  await expect(
    start({ credentials: { accessKeyId: 'test:countersign', secretAccessKey: 'a wrong one' } }),
  ).rejects.toThrow('refuses access')
  await expect(start({ prefix: 'elsewhere/' })).rejects.toThrow('The database has documents, but s3://')
  // The server has no service for this key.
  await expect(start({ encryption: { keyId: 'a-key' } })).rejects.toThrow("doesn't answer as it should")
  const other = await createTestDatabase()
  const client = new pg.Client(other.connection)
  await client.connect()
  await client.query('UPDATE installation SET id = gen_random_uuid()')
  await client.end()
  await expect(start({}, other.connection)).rejects.toThrow(
    'Set DATABASE_URL and STORE_S3_BUCKET and STORE_S3_PREFIX to the same installation',
  )
  await other.drop()
})
