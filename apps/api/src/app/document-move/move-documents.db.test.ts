import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createContext, type OpenContext } from '#api/app/create-context.ts'
import { openBothStores } from '#api/app/open-installation.ts'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import type { StoreKind } from '#api/platform/settings/document-store.ts'
import { type DocumentStore, StoreUnavailable } from '#api/providers/document-store/port.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { credentials, type S3Server, startS3Server } from '#api/testing/s3/s3-server.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { moveDocuments } from './move-documents.ts'
import { whileNoOnlyStore } from './repository.ts'

let server: S3Server
let api: TestApi
let ben: Person
let folder: DocumentStore
let s3: DocumentStore
let environment: Record<string, string>
const closing: (() => unknown)[] = []
beforeAll(async () => {
  server = await startS3Server()
  const { bucket, region } = await server.bucket()
  environment = {
    STORE: 'folder,s3',
    STORE_S3_ENDPOINT: server.endpoint,
    STORE_S3_REGION: region,
    STORE_S3_BUCKET: bucket,
    STORE_S3_PATH_STYLE: '1',
    STORE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    STORE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  api = await startTestApi({ environment })
  ben = await api.person({ firstName: 'Ben' })
  const both = await openBothStores(api.context.config)
  if (!both) throw new Error('There is no bucket.')
  ;({ folder, s3 } = both)
  closing.push(() => both.close())
})
afterEach(async () => {
  for (const close of closing.splice(1).toReversed()) await close()
})
afterAll(async () => {
  for (const close of closing) await close()
  await api?.stop()
  await server?.stop()
})

/** Documents from before there was a second store. */
async function oldDocuments(count: number): Promise<{ id: string; sha256: string }[]> {
  const documents = Array.from({ length: count }, () => aPdf({ title: crypto.randomUUID() }))
  const draft = await aDraft(api, { owner: ben, documents })
  const { rows } = await api.context.pool.query<{ id: string; sha256: string }>(
    'SELECT id, sha256 FROM documents WHERE id = ANY($1)',
    [draft.documents.map(({ id }) => id)],
  )
  for (const { sha256 } of rows) await takeAway(s3, sha256)
  return rows
}
/** As if it had never been there: not even in the trash. */
async function takeAway(store: DocumentStore, sha256: string): Promise<void> {
  await store.remove(sha256)
  await store.emptyTrash(new Date(Date.now() + 86_400_000), async (one) => one !== sha256)
}
const move = (change: { from?: DocumentStore; to?: DocumentStore } = {}, fromKind: StoreKind = 'folder') =>
  moveDocuments({
    db: api.context.db,
    pool: api.context.pool,
    from: fromKind === 'folder' ? folder : s3,
    to: fromKind === 'folder' ? s3 : folder,
    fromKind,
    progress: () => {},
    ...change,
  })
async function start(...kinds: [StoreKind] | ['folder', 's3'] | ['s3', 'folder']): Promise<OpenContext> {
  const { config } = api.context
  const context = await createContext({ ...config, store: { ...config.store, kinds } }, api.connection)
  closing.push(() => context.close())
  return context
}

test('a process that has lost its connection when documents begin to move ends, in place of writing to the old store', async () => {
  const context = await start('folder')
  const ended = context.broken.catch((error: Error) => error.message)
  const admin = new pg.Client(api.connection)
  await admin.connect()
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7465 AND objid = 1`,
  )
  await admin.end()
  // It tries to listen again after a second; the move has begun by then.
  const moving = () =>
    whileNoOnlyStore(api.context.pool, 'folder', async () => {
      return ended
    })
  await expect.poll(moving, { interval: 5, timeout: 10_000 }).toContain('Documents are being moved away')
}, 30_000)

test('a move that broke off is continued, and what is uploaded meanwhile is in both stores', async () => {
  const old = await oldDocuments(6)
  const [inTrash] = await oldDocuments(1)
  await folder.remove(inTrash?.sha256 ?? '')
  await api.context.pool.query('UPDATE documents SET content_deleted_at = now() WHERE id = $1', [inTrash?.id])
  let written = 0
  let uploaded = ''
  const breaking: DocumentStore = {
    ...s3,
    write: async (content) => {
      written += 1
      if (written > 4) throw new StoreUnavailable('the store is away')
      return s3.write(content)
    },
  }
  await expect(move({ to: breaking })).rejects.toThrow('the store is away')
  const uploading: DocumentStore = {
    ...s3,
    write: async (content) => {
      if (uploaded === '') {
        uploaded = 'soon'
        const documents = [{ name: 'A.pdf', content: aPdf({ title: 'Meanwhile' }).toString('base64') }]
        const body = { title: 'Meanwhile', message: '', quality: 'SES' as const, documents }
        uploaded = (await api.call(createSignatureRequest, { body }, ben.as)).documents[0]?.id ?? ''
      }
      return s3.write(content)
    },
  }
  const moved = await move({ to: uploading })
  expect(moved).toMatchObject({ missing: [], damaged: [], inTrash: 1, copied: 2 })
  expect(moved.alreadyThere).toBeGreaterThanOrEqual(4)
  for (const { sha256 } of old) expect(await s3.has(sha256)).toBe(true)
  expect((await move()).copied).toBe(0)
  const [, { sha256 } = { sha256: '' }] = old
  await takeAway(folder, sha256)
  for (const { id } of [...old, { id: uploaded }])
    expect((await api.call(downloadDocument, { params: { id }, query: {} }, ben.as)).size).toBeGreaterThan(0)
  expect(
    Buffer.from(await s3.read(inTrash?.sha256 ?? ''))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('once they have moved, no process starts with the old store alone; the new one has everything; and back', async () => {
  const [old] = await oldDocuments(1)
  expect((await move()).missing).toEqual([])
  await expect(start('folder')).rejects.toThrow('The documents were moved from')
  const onS3 = await start('s3')
  const { sha256 } = await onS3.documentStore.write(aPdf({ title: 'Only in S3' }))
  expect(await onS3.documentStore.has(old?.sha256 ?? '')).toBe(true)
  await expect(onS3.installation.verify()).resolves.toBeUndefined()
  await expect(move({}, 's3')).rejects.toThrow('Set STORE to both stores, s3 first')
  await onS3.close()
  closing.pop()
  await start('s3', 'folder')
  expect(await move({}, 's3')).toMatchObject({ missing: [] })
  expect(await folder.has(sha256)).toBe(true)
  await expect(start('s3')).rejects.toThrow('The documents were moved from s3://')
  await start('folder')
})

test('while documents move, no process begins with the old store alone', async () => {
  await oldDocuments(1)
  const refusals: unknown[] = []
  const slow: DocumentStore = {
    ...s3,
    write: async (content) => {
      refusals.push(await start('folder').catch((error: Error) => error.message))
      return s3.write(content)
    },
  }
  await move({ to: slow })
  expect(refusals).toContainEqual(expect.stringContaining('Documents are being moved away'))
})

test('what the database refers to and no store has is named, and nothing is switched', async () => {
  await move()
  await folder.removeNote('moved-to')
  const [lost] = await oldDocuments(1)
  await takeAway(folder, lost?.sha256 ?? '')
  expect((await move()).missing).toEqual([lost?.sha256])
  expect(await folder.readNote('moved-to')).toBeNull()
  const run = await operate(['documents', 'move', '--to', 's3'], commandEnvironment())
  expect([run.status, run.output]).toEqual([1, expect.stringContaining(`missing  ${lost?.sha256}`)])
  await api.context.pool.query('UPDATE documents SET content_deleted_at = now() WHERE id = $1', [lost?.id])
})

test('the command moves them, says what to set, and refuses a bucket of someone else', async () => {
  await oldDocuments(2)
  const run = await operate(['documents', 'move', '--to', 's3'], commandEnvironment())
  expect(run).toMatchObject({ status: 0 })
  expect(run.output).toMatch(
    /^2 documents copied, .*\nAll \d+ documents .*\nNow set STORE=s3 and restart all processes\.\n$/s,
  )
  expect(run.output + run.errors).not.toContain(credentials.secretAccessKey)
  expect((await operate(['documents', 'move'], commandEnvironment())).status).toBe(2)
  await s3.writeNote('installation', crypto.randomUUID())
  const refused = await operate(['documents', 'move', '--to', 's3'], commandEnvironment())
  expect([refused.status, refused.errors]).toEqual([
    2,
    expect.stringContaining('belongs to another installation'),
  ])
  await s3.writeNote('installation', api.context.installation.id)
})

function commandEnvironment(): Record<string, string> {
  return { ...api.environment, ...environment }
}
