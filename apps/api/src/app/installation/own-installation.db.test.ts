import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadDocument } from '@countersign/contract/documents.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext, type OpenContext } from '#api/app/create-context.ts'
import { connect } from '#api/platform/db/connect.ts'
import { runJobs } from '#api/app/run-jobs.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { aDraft } from '#api/testing/signature-request.ts'

// 60 documents are more than a clean-up may remove without a word.
const count = 60

let api: TestApi
let ben: Person
let documentIds: string[]
let owner: pg.Pool
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  api = await startTestApi({ log })
  owner = connect(api.connection, 'owner', 2, () => {})
  ben = await api.person({ firstName: 'Ben' })
  const ids: string[] = []
  for (let n = 0; n < count; n += 20) {
    const documents = Array.from({ length: 20 }, (_, m) => aPdf({ title: `Document ${n + m}` }))
    const draft = await aDraft(api, { owner: ben, documents })
    ids.push(...draft.documents.map(({ id }) => id))
  }
  documentIds = ids
  await age()
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await owner?.end()
  await api?.stop()
})

const folder = () => join(api.context.config.dataDirectory, 'documents')
const contents = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
  )
const inPlace = async () => (await contents()).filter(({ parentPath }) => !parentPath.includes('/trash/'))
async function age(): Promise<void> {
  const longAgo = Date.now() / 1000 - 2 * 86_400
  for (const { parentPath, name } of await contents()) await utimes(join(parentPath, name), longAgo, longAgo)
}
async function anotherDatabase({ sameId }: { readonly sameId: boolean }): Promise<TestDatabase> {
  const database = await createTestDatabase()
  closing.push(() => database.drop())
  const client = new pg.Client(database.connection)
  await client.connect()
  if (!sameId) await client.query('UPDATE installation SET id = gen_random_uuid()')
  await client.end()
  return database
}
/** A start with another database or another folder than the running one. */
async function start(
  database: { readonly connection: TestApi['connection'] },
  dataDirectory = api.context.config.dataDirectory,
): Promise<OpenContext> {
  const context = await createContext({ ...api.context.config, dataDirectory }, database.connection, { log })
  closing.push(() => context.close())
  return context
}
async function aFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'countersign-installation-'))
  closing.push(() => rm(made, { recursive: true, force: true }))
  return made
}
const marker = (data: string) => join(data, 'documents', 'installation')

test('another installation’s database is refused at the start, with both ids and what to do', async () => {
  const other = await anotherDatabase({ sameId: false })
  await expect(start(other)).rejects.toMatchObject({
    name: 'StoreMismatch',
    message: expect.stringMatching(/Set DATABASE_URL and COUNTERSIGN_DATA to the same installation/),
  })
  // Nor where the store's mark is missing: its documents are not this database's.
  const data = await aFolder()
  await cp(folder(), join(data, 'documents'), { recursive: true })
  await rm(marker(data))
  await expect(start(other, data)).rejects.toThrow("holds documents that this database doesn't know")
})

test('a store without a mark is taken over by the database that knows its documents, and an empty one by a new one', async () => {
  const [data, empty] = [await aFolder(), await aFolder()]
  await cp(folder(), join(data, 'documents'), { recursive: true })
  await cp(join(api.context.config.dataDirectory, 'master.key'), join(data, 'master.key'))
  await rm(marker(data))
  const { installation, documentStore } = await start(api, data)
  expect(await documentStore.readNote('installation')).toBe(installation.id)
  await expect(start(api, empty)).rejects.toThrow('Is COUNTERSIGN_DATA right, and what it names mounted?')
  const first = await anotherDatabase({ sameId: false })
  const started = await start(first, empty)
  expect(await started.documentStore.readNote('installation')).toBe(started.installation.id)
})

test('an empty database with the id of this installation removes nothing, and says so', async () => {
  const before = (await inPlace()).length
  expect(before).toBeGreaterThanOrEqual(count)
  const copy = await anotherDatabase({ sameId: true })
  const context = await start(copy)
  const pool = connect(copy.connection, 'owner', 10, () => {})
  const jobs = await runJobs(context, pool)
  try {
    lines.length = 0
    expect(await runJobOnce(pool, 'remove-unused-content')).toMatch(
      /^The clean-up moves nothing to the trash/,
    )
    expect(
      lines.some(
        (line) => line.includes('"level":50') && line.includes('clean-up moves nothing to the trash'),
      ),
    ).toBe(true)
    expect(await inPlace()).toHaveLength(before)
  } finally {
    await jobs.stop()
    await pool.end()
  }
})

test('a clean-up moves what nobody uses to the trash and logs how much; what is used after all comes back', async () => {
  const [id = ''] = documentIds
  const { rows } = await owner.query<{ sha256: string }>('SELECT sha256 FROM documents WHERE id = $1', [id])
  const sha256 = rows[0]?.sha256 ?? ''
  const left = await api.context.documentStore.write(Buffer.from('left by an upload that was cut short'))
  await age()
  // As in a database that lacks the document's row, by a mistake of someone.
  await owner.query(`UPDATE documents SET content_deleted_at = now() WHERE id = $1`, [id])
  lines.length = 0
  expect(await runJobOnce(owner, 'remove-unused-content')).toBeNull()
  expect(lines.join('')).toContain('"removed":2')
  for (const hash of [sha256, left.sha256]) expect(await api.context.documentStore.has(hash)).toBe(false)
  await owner.query(`UPDATE documents SET content_deleted_at = NULL WHERE id = $1`, [id])
  const file = await api.call(downloadDocument, { params: { id }, query: {} }, ben.as)
  expect(file.size).toBeGreaterThan(0)
  expect(await api.context.documentStore.has(sha256)).toBe(true)
})

test('an older copy of the database cleans up nothing once the right one has', async () => {
  const copy = await anotherDatabase({ sameId: true })
  const context = await start(copy)
  await expect(context.installation.cleanUp(async () => {})).rejects.toThrow(
    'one of them is a copy or was restored',
  )
  // The process died between its two marks: that is its own clean-up all the same.
  await owner.query('UPDATE installation SET previous_clean_up = clean_up, clean_up = gen_random_uuid()')
  await api.context.installation.cleanUp(async () => {})
})

test('a process whose database becomes another one’s while it runs removes nothing', async () => {
  const { installation } = api.context
  const set = (id: string) => owner.query('UPDATE installation SET id = $1', [id])
  await set(crypto.randomUUID())
  const cleanUp = installation.cleanUp(async () => {
    throw new Error('it cleaned up')
  })
  await expect(cleanUp).rejects.toThrow('was changed for another while this process ran')
  await set(installation.id)
  await expect(installation.verify()).resolves.toBeUndefined()
})

test('a store whose mark has gone while the process runs is left alone by every destructive job', async () => {
  const { documentStore, installation } = api.context
  await rm(documentStore.whereIs('installation'))
  for (const name of ['remove-unused-content', 'apply-retention', 'purge-expired'] as const)
    expect(await runJobOnce(owner, name)).toContain('no longer says which installation it belongs to')
  await documentStore.writeNote('installation', crypto.randomUUID())
  expect(await runJobOnce(owner, 'apply-retention')).toContain('belong to different installations')
  await documentStore.writeNote('installation', installation.id)
  expect(await runJobOnce(owner, 'apply-retention')).toBeNull()
})
