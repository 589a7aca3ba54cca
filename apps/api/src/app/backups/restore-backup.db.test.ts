import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBackupScene, type BackupScene, type EmptyServer } from '#api/app/backups/testing/backup-scene.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { newKeyFile, type PrivateKey, readPrivateKey } from '#api/platform/secrets/age/keys.ts'
import { withOwner } from '#api/platform/db/connect.ts'
import { refuseUnlessEmpty } from '#api/platform/db/dump/load-database.ts'
import { databaseBeside, removeLeftDatabases } from '#api/platform/db/dump/database-beside.ts'
import { ContentMissing } from '#api/providers/document-store/port.ts'
import { checkBackup } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { NewerBackup, readManifest, writeManifest } from './manifest.ts'
import { restoreBackup, type RestoreOptions, type RestoreParts } from './restore-backup.ts'
import { openBackup } from './stored-backup.ts'
import { DamagedDocument } from './verify-backup.ts'
import { noteStoreUse } from '#api/app/installation/store-use.ts'
import { unfinishedDatabase } from '#api/app/installation/own-installation.ts'

let api: TestApi
let ben: Person
let scene: BackupScene
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  await aSignedRequest()
}, 240_000)
afterAll(() => api?.stop())
beforeEach(async () => {
  scene = await aBackupScene(api)
  return () => scene.close()
})

async function aSignedRequest(): Promise<string> {
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    documents: [aPdf({ title: crypto.randomUUID() })],
    signers: [{ email: ben.email }],
  })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
  return id
}

const everything: RestoreOptions = { databaseOnly: false, acceptMissing: false }
async function restore(
  server: EmptyServer & Partial<Pick<RestoreParts, 'pause' | 'progress' | 'undo'>>,
  {
    id,
    key = null,
    options = everything,
  }: { id?: string; key?: PrivateKey | null; options?: RestoreOptions } = {},
) {
  const backup = await openBackup(scene.target, { id, key, databaseOnly: options.databaseOnly })
  return restoreBackup({ ...scene.restoring, ...server }, backup, options)
}

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

// Counts of the current minute are in no backup: their table is unlogged.
const tables = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
  AND relname NOT IN ('backups', 'worker_heartbeats') ORDER BY relname`
/** Each table with a hash of all its rows. */
async function fingerprint(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const names = await query<{ name: string }>(connection, tables)
  const parts = names.map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${name} t`,
  )
  const rows = await query<{ name: string; hash: string }>(connection, parts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

test('a backup made while people sign has each signature made before it, whole, and is verified on an empty server', async () => {
  const stop = new AbortController()
  const signed: string[] = []
  const load = Array.from({ length: 3 }, async () => {
    while (!stop.signal.aborted) signed.push(await aSignedRequest())
  })
  await expect.poll(() => signed.length, { timeout: 30_000 }).toBeGreaterThan(4)
  const known = [...signed]
  const manifest = await makeBackup(scene.parts(), 'manual')
  stop.abort()
  await Promise.all(load)

  const server = await scene.emptyServer()
  const result = await restore(server)
  expect(result).toMatchObject({ problems: [], documents: manifest.documents?.count })
  const rows = await query<{ id: string; status: string }>(
    server.connection,
    'SELECT id, status FROM signature_requests',
  )
  for (const id of known) expect(rows).toContainEqual({ id, status: 'SIGNED' })
  expect(await server.documentStore.readNote('installation')).toBe(api.context.installation.id)
}, 240_000)

test('every row, the positions of the sequences and the jobs that wait are as they were', async () => {
  await query(
    api.connection,
    `SELECT graphile_worker.add_job('purge-expired', '{"a": [1]}', 'one-by-one', '2099-01-01T00:00:00Z', 7, 'key', 3, ARRAY['flag'])`,
  )
  const before = await fingerprint(api.connection)
  await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  await restore(server)
  const connection = server.connection
  expect(await fingerprint(connection)).toEqual(before)
  expect(
    await query(
      connection,
      'SELECT task_identifier, queue_name, key, max_attempts, priority, flags FROM graphile_worker.jobs WHERE run_at > now()',
    ),
  ).toEqual([
    {
      task_identifier: 'purge-expired',
      queue_name: 'one-by-one',
      key: 'key',
      max_attempts: 7,
      priority: 3,
      flags: { flag: true },
    },
  ])
  const sequences = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"
  expect(await query(connection, sequences)).toEqual(await query(api.connection, sequences))
  await expect(query(connection, 'DELETE FROM evidence_events')).rejects.toThrow('append-only')
  await query(api.connection, `SELECT graphile_worker.remove_job('key')`)
})

test('a changed byte in any file of a backup, and any missing file, is found before anything is restored', async () => {
  const { id } = await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  const folder = join(scene.folder, 'target')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathsOf = (pattern: RegExp) =>
    files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => pattern.test(path))
  const kinds = [
    /manifest/,
    /tables\/evidence_events/,
    /tables\/accounts/,
    /jobs/,
    /documents\.zst/,
    /documents-names/,
    /documents\/../,
  ]
  for (const kind of kinds) {
    const path = pathsOf(kind).find((one) => /\.(json|zst)$|[0-9a-f]{64}$/.test(one)) ?? ''
    const content = await readFile(path)
    const changed = Buffer.from(content)
    changed[Math.floor(content.length / 2)]! ^= 1
    await writeFile(path, changed)
    await expect(restore(server)).rejects.toThrow(/damaged|was changed|can't be read/)
    await rm(path)
    await expect(restore(server)).rejects.toThrow(/isn't complete|no complete backup/)
    await writeFile(path, content)
  }
  await withOwner(server.connection, (client) => refuseUnlessEmpty(client, server.connection))
  expect(await server.documentStore.sample(1)).toEqual([])
  expect(await restore(server, { id })).toMatchObject({ problems: [] })
})

test('a backup that has lost documents is restored without them where that is accepted', async () => {
  await aSignedRequest()
  await makeBackup(scene.parts(), 'manual')
  const folder = join(scene.folder, 'target', 'documents')
  const [lost = '', damaged = ''] = (await readdir(folder, { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  )
  await rm(join(folder, lost))
  await writeFile(join(folder, damaged), 'something else')
  const server = await scene.emptyServer()
  await expect(restore(server)).rejects.toThrow(DamagedDocument)
  const options = { databaseOnly: false, acceptMissing: true }
  const result = await restore(server, { options })
  expect(result).toMatchObject({ isRestored: true, missing: 2 })
  const hashes = [lost, damaged].map((name) => basename(name))
  expect(result.problems.toSorted()).toEqual(
    hashes.map((sha256) => `Document ${sha256} is missing.`).toSorted(),
  )
})

test('a backup is restored once: neither over a database nor into a store that has something in it', async () => {
  await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  await restore(server)
  await expect(restore(server)).rejects.toThrow("The database isn't empty")
  const other = await scene.emptyServer()
  await expect(restore({ ...other, documentStore: server.documentStore })).rejects.toThrow(
    'The document store',
  )
  await withOwner(other.connection, (client) => refuseUnlessEmpty(client, other.connection))
})

test('with a public key nothing can be read without the private one: no row, no document, no hash of a document', async () => {
  const keyFile = newKeyFile(new Date()).file
  const [key, other] = [readPrivateKey(keyFile), readPrivateKey(newKeyFile(new Date()).file)]
  const { documentStore } = api.context
  const [content] = await query<{ sha256: string }>(api.connection, 'SELECT sha256 FROM documents')
  const stream = async (sha256: string) =>
    sha256 === content?.sha256 ? Promise.reject(new ContentMissing(sha256)) : documentStore.stream(sha256)
  const parts = scene.parts(key?.publicKey)
  const { missing } = await makeBackup({ ...parts, documentStore: { ...documentStore, stream } }, 'manual')
  expect(missing).toMatchObject([{ sha256: content?.sha256, reason: 'missing' }])
  const server = await scene.emptyServer()
  await expect(restore(server)).rejects.toThrow('give its private key')
  await expect(restore(server, { key: other })).rejects.toThrow('This is the wrong key')
  const files = await readdir(join(scene.folder, 'target'), { recursive: true, withFileTypes: true })
  expect(files.some(({ name }) => name === content?.sha256)).toBe(false)
  for (const file of files.filter((one) => one.isFile())) {
    const stored = await readFile(join(file.parentPath, file.name))
    const plain = file.name.endsWith('.zst') ? zstdDecompressSync(stored) : stored
    expect(plain.toString('latin1')).not.toContain(content?.sha256)
  }
  await makeBackup(parts, 'manual')
  for (const file of files.filter(
    (one) => one.isFile() && !/^(manifest\.json|installation|documents-names\.zst)$/.test(one.name),
  ))
    expect((await readFile(join(file.parentPath, file.name))).toString('latin1')).toMatch(
      /^age-encryption\.org\/v1\n/,
    )
  expect(await restore(server, { key })).toMatchObject({ problems: [] })
})

test('a backup of a newer release is refused, by its format or by its migrations', async () => {
  const { id } = await makeBackup(scene.parts(), 'manual')
  const path = join(scene.folder, 'target', 'backups', id, 'manifest.json')
  const manifest = readManifest(id, await readFile(path, 'utf8'))
  const server = await scene.emptyServer()
  for (const newer of [
    { ...manifest, migrations: [...manifest.migrations, '9999-later.sql'] },
    { ...manifest, format: 2 },
  ]) {
    await writeFile(path, writeManifest(newer as typeof manifest))
    await expect(restore(server)).rejects.toThrow(NewerBackup)
  }
  await withOwner(server.connection, (client) => refuseUnlessEmpty(client, server.connection))
})

test('the database alone is restored beside the documents that are still there, and beside no others', async () => {
  await makeBackup(scene.parts(), 'manual')
  const options = { databaseOnly: true, acceptMissing: false }
  const first = await scene.emptyServer()
  await expect(restore(first, { options })).rejects.toThrow("doesn't belong to the backup")
  await restore(first)
  const { documentStore } = first
  const installation = await documentStore.readNote('installation')
  // What was signed after the backup was made is lost; the store knows of it.
  await documentStore.writeNote('evidence-heads', `2099-01-01T00:00:00.000Z ${'ab'.repeat(32)}`)
  const again = await scene.emptyServer()
  const { problems, evidence } = await restore({ ...again, documentStore }, { options })
  expect(problems).toEqual([])
  expect(evidence.at(-1)).toMatch(
    /^! The audit log was last signed at 2099-01-01.*abab\), that of the backup .* lost\.$/,
  )
  expect(await documentStore.readNote('installation')).toBe(installation)
  expect(await documentStore.readNote('evidence-heads')).toBeNull()
})

test('beside a missing document nothing starts on a database that was restored alone, unless that is accepted; a damaged one isn’t', async () => {
  await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  await restore(server)
  const { documentStore } = server
  const installation = (await documentStore.readNote('installation')) ?? ''
  const [content = '', other = ''] = await documentStore.sample(2)
  await documentStore.remove(content)
  await documentStore.emptyTrash(new Date(Date.now() + 60_000), async () => false)
  const restoreBeside = async (acceptMissing: boolean) =>
    restore(
      { ...(await scene.emptyServer()), documentStore },
      { options: { databaseOnly: true, acceptMissing } },
    )

  expect((await restoreBeside(false)).problems).toEqual([`Document ${content} is missing.`])
  expect(await documentStore.readNote('installation')).toBe(
    `unfinished restore of the database of ${installation}`,
  )
  expect(await restoreBeside(true)).toMatchObject({ isRestored: true, missing: 1 })
  expect(await documentStore.readNote('installation')).toBe(installation)
  const place = join(server.dataDirectory, 'documents', other.slice(0, 2), other.slice(2, 4), other)
  await writeFile(place, 'damaged')
  const damaged = await restoreBeside(true)
  expect(damaged).toMatchObject({ isRestored: false, missing: 1 })
  expect(damaged.problems.toSorted()).toEqual(
    [`Document ${content} is missing.`, `Document ${other} is damaged.`].toSorted(),
  )
})

const databaseAlone = { databaseOnly: true, acceptMissing: false }

test('a database is not restored beside the documents of a running installation, which goes on', async () => {
  await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  const { documentStore, installation } = api.context
  const aProcess = async () => (await noteStoreUse(api.context))()
  await aProcess()
  const beside = (pause: () => Promise<unknown>) =>
    restore({ ...server, documentStore, pause }, { options: databaseAlone })
  await expect(beside(aProcess)).rejects.toThrow(/A running installation uses .*documents/)
  await withOwner(server.connection, (client) => refuseUnlessEmpty(client, server.connection))
  await expect(installation.verify()).resolves.toBeUndefined()
  // The process has ended: its note no longer changes.
  expect(await beside(async () => {})).toMatchObject({ problems: [] })
  await documentStore.removeNote('in-use')
})

test('a restore beside documents that fails, or is interrupted, before it has written leaves their store as it was', async () => {
  await makeBackup(scene.parts(), 'manual')
  const complete = await scene.emptyServer()
  await restore(complete)
  const { documentStore } = complete
  const installation = await documentStore.readNote('installation')
  const server = { ...(await scene.emptyServer()), documentStore }
  const backup = await openBackup(scene.target, { key: null, databaseOnly: true })
  let isAway = false
  const progress = (line: string) => void (isAway ||= line.startsWith('Restoring'))
  const part = async (...given: Parameters<typeof backup.part>) =>
    isAway ? Promise.reject(new Error('The target is away.')) : backup.part(...given)
  const parts = { ...scene.restoring, ...server, progress }
  await expect(restoreBackup(parts, { ...backup, part }, databaseAlone)).rejects.toThrow('is away')
  expect(await documentStore.readNote('installation')).toBe(installation)

  // A signal ends it while it loads.
  const works: (() => Promise<void>)[] = []
  const undo = (work: () => Promise<void>) => {
    works.push(work)
    return () => {}
  }
  const notes: (string | null)[] = []
  const interrupting = async () => {
    for (const work of works.splice(0)) {
      notes.push(await documentStore.readNote('installation'))
      await work()
      notes.push(await documentStore.readNote('installation'))
    }
    throw new Error('The process has ended.')
  }
  const interrupted = restoreBackup({ ...parts, undo }, { ...backup, part: interrupting }, databaseAlone)
  await expect(interrupted).rejects.toThrow('has ended')
  expect(notes).toEqual([unfinishedDatabase(installation ?? ''), installation])
})

/** A restore that, while it loads the database, lets something else happen first. */
async function restoreWhile(server: EmptyServer, meanwhile: () => Promise<unknown>, options = everything) {
  const backup = await openBackup(scene.target, { key: null, databaseOnly: options.databaseOnly })
  let isLoading = false
  const progress = (line: string) => void (isLoading ||= line.startsWith('Restoring the database'))
  const part = async (...given: Parameters<typeof backup.part>) => {
    if (isLoading) {
      isLoading = false
      await meanwhile()
    }
    return backup.part(...given)
  }
  return restoreBackup({ ...scene.restoring, ...server, progress }, { ...backup, part }, options)
}

test('a second restore into the same database is refused while the first runs, which goes on', async () => {
  await makeBackup(scene.parts(), 'manual')
  const [server, other] = [await scene.emptyServer(), await scene.emptyServer()]
  const second = async () => {
    await expect(restore({ ...other, connection: server.connection })).rejects.toThrow(
      'Another restore into this database is running. Wait until it has ended.',
    )
    expect(await other.documentStore.sample(1)).toEqual([])
  }
  expect(await restoreWhile(server, second)).toMatchObject({ problems: [], isRestored: true })
})

test.each([
  ['with its documents', everything],
  ['beside the documents', { databaseOnly: true, acceptMissing: false }],
] as const)('of two restores into one store, %s, the second to end is refused', async (_how, options) => {
  await makeBackup(scene.parts(), 'manual')
  const [first, second] = [await scene.emptyServer(), await scene.emptyServer()]
  const { documentStore } = first
  if (options.databaseOnly)
    await restore(await scene.emptyServer().then((one) => ({ ...one, documentStore })))
  const beside = async () =>
    expect(await restore({ ...second, documentStore }, { options })).toMatchObject({ isRestored: true })
  await expect(restoreWhile(first, beside, options)).rejects.toThrow(/has ended meanwhile.*drop it/)
  expect(await documentStore.readNote('installation')).toBe(api.context.installation.id)
})

test('an owner who is no superuser restores, and the application gets its login and no more rights than before', async () => {
  await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  const { host = '', port, database = '' } = server.connection as pg.ClientConfig
  const [owner, login] = [`${database}_owner`, `${database}_login`]
  await query(server.connection, `CREATE ROLE ${owner} LOGIN CREATEROLE`)
  await query(server.connection, `GRANT countersign_app TO ${owner} WITH ADMIN OPTION`)
  await query(server.connection, `ALTER DATABASE ${database} OWNER TO ${owner}`)
  const address = (user: string) =>
    `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
  const connection = { connectionString: address(owner), applicationString: address(login) }
  expect(await restore({ ...server, connection })).toMatchObject({ problems: [] })
  const asLogin = { host, database, user: login, ...(port ? { port } : {}) }
  await expect(
    query(asLogin, 'SET ROLE countersign_app; UPDATE evidence_events SET seq = 1'),
  ).rejects.toThrow('permission denied')
  await query(
    server.connection,
    `REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP OWNED BY ${owner}; DROP ROLE ${login}; DROP ROLE ${owner}`,
  )
})

test('a backup is checked on the server itself by an owner who may create databases; another is told what is missing', async () => {
  const { id } = await makeBackup(scene.parts(), 'manual')
  const server = await scene.emptyServer()
  const { host = '', port, database = '' } = server.connection as pg.ClientConfig
  const owner = `${database}_owner`
  await query(server.connection, `CREATE ROLE ${owner} LOGIN CREATEROLE`)
  await query(server.connection, `GRANT countersign_app TO ${owner} WITH ADMIN OPTION`)
  const url = `postgres://${owner}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
  const backup = await openBackup(scene.target, { id, key: null, databaseOnly: false })
  const check = () =>
    checkBackup(
      backup,
      () => databaseBeside(url, () => () => {}),
      scene.restoring.anchors,
      () => {},
    )
  await expect(check()).rejects.toThrow(`ALTER ROLE ${owner} CREATEDB`)
  await query(server.connection, `ALTER ROLE ${owner} CREATEDB`)
  const { problems, documents } = await check()
  expect(problems).toEqual([])
  expect(documents).toBeGreaterThan(0)
  const left = await query(
    server.connection,
    `SELECT 1 FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba WHERE rolname = '${owner}'`,
  )
  expect(left).toEqual([])

  // One that works, one whose process was killed, and one of another installation on this server.
  const databases = async () =>
    (
      await query(
        server.connection,
        `SELECT datname FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba WHERE rolname = '${owner}'`,
      )
    ).map(({ datname }) => String(datname))
  const killed = await databaseBeside(url, () => () => {})
  await query(
    server.connection,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${owner}'`,
  )
  const working = await databaseBeside(url, () => () => {})
  const foreign = `countersign_check_00000000_${'0'.repeat(12)}`
  await query(server.connection, `CREATE DATABASE ${foreign} OWNER ${owner}`)
  const [first = '', second = ''] = (await databases()).filter((name) => name !== foreign)
  const said: string[] = []
  const removeLeft = () => removeLeftDatabases(url, (line) => said.push(line))
  await removeLeft()
  const stay = await databases()
  expect(stay).toHaveLength(2)
  expect(stay).toContain(foreign)
  const gone = stay.includes(first) ? second : first
  expect(said).toEqual([`Removed the database ${gone}, which an interrupted check had left.`])
  expect(JSON.stringify(killed.connection)).toContain(gone)
  await removeLeft()
  expect(said).toHaveLength(1)
  await working.remove()
  await query(server.connection, `DROP DATABASE ${foreign}`)
  expect(await databases()).toEqual([])
  await query(server.connection, `REVOKE countersign_app FROM ${owner}; DROP ROLE ${owner}`)
})
