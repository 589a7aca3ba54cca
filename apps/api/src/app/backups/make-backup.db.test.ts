import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runJobOnce } from '#api/testing/run-job.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBackupScene, type BackupScene } from '#api/app/backups/testing/backup-scene.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import { connect, withOwner } from '#api/platform/db/connect.ts'
import { createSchema, migrate } from '#api/platform/db/migrate.ts'
import { listMigrations } from '#api/platform/db/migration-files.ts'
import { fileSystemDocumentStore } from '#api/providers/document-store/file-system.ts'
import { openBackupTarget } from '#api/app/open-installation.ts'
import { BackupTargetFull } from '#api/providers/backup-target/port.ts'
import { backUpBeforeUpgrade } from './before-upgrade.ts'
import { namesOf } from './layout.ts'
import { makeBackup } from './make-backup.ts'
import { DamagedBackup } from './manifest.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { makeScheduledBackup } from './make-scheduled-backup.ts'
import { readStatus } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'
import { listBackups, openBackup } from './stored-backup.ts'
import { verifyBackup } from './verify-backup.ts'

let api: TestApi
let ben: Person
let scene: BackupScene
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())
beforeEach(async () => {
  scene = await aBackupScene(api)
  return () => scene.close()
})

/** A draft with a document of its own; answers its hash. */
async function aDocument(): Promise<string> {
  const draft = await aDraft(api, { owner: ben, documents: [aPdf({ title: crypto.randomUUID() })] })
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = $1',
    [draft.documents[0]?.id],
  )
  return rows[0]?.sha256 ?? ''
}

const read = (id: string) => openBackup(scene.target, { id, key: null, databaseOnly: false })

/** Each file is there, as it was written. */
const whole = { databaseOnly: false, acceptMissing: false }

/** The settings of the api, with backups to this target that are kept for so many days. */
const settingsWith = (target: string, days: number) => ({
  ...api.context.config,
  backup: {
    ...api.context.config.backup,
    target,
    schedule: null,
    publicKey: undefined,
    keep: { days, weeks: 0, months: 0 },
  },
})

test('a second backup copies only the documents that are new', async () => {
  await aDocument()
  const first = await makeBackup(scene.parts(), 'manual')
  expect(first.documents).toMatchObject({ copied: first.documents?.count })
  await aDocument()
  const second = await makeBackup(scene.parts(), 'manual')
  expect(second.documents).toMatchObject({ count: (first.documents?.count ?? 0) + 1, copied: 1 })
  await verifyBackup(await read(second.id), whole)
})

test('a document that is moved to the trash while the backup is made is taken from there', async () => {
  const removed = await aDocument()
  const { documentStore } = api.context
  let wasRemoved = false
  const racing = {
    ...documentStore,
    // As a clean-up that runs beside it does: between the copy of the database and that of this document.
    stream: async (sha256: string) => {
      if (sha256 === removed && !wasRemoved) {
        wasRemoved = true
        await documentStore.remove(sha256)
        expect(await documentStore.has(sha256)).toBe(false)
      }
      return documentStore.stream(sha256)
    },
  }
  const { id, documents } = await makeBackup({ ...scene.parts(), documentStore: racing }, 'manual')
  expect({ wasRemoved, missing: documents?.missing }).toEqual({ wasRemoved: true, missing: [] })
  await verifyBackup(await read(id), whole)
})

test('a document that the store lacks makes the backup incomplete: it is reported, and is not the last good one', async () => {
  const [gone, rotten] = [await aDocument(), await aDocument()]
  const store = fileSystemDocumentStore(join(scene.folder, 'store'), { trash: true })
  const { documentStore } = api.context
  const copy = {
    ...documentStore,
    stream: (sha256: string) => ([gone, rotten].includes(sha256) ? store : documentStore).stream(sha256),
  }
  await store.write(await documentStore.read(rotten))
  await truncate(await store.file(rotten), 100)
  const good = await makeBackup(scene.parts(), 'manual')
  const before = await readStatus(api.context.db)
  await rm(join(scene.folder, 'target', 'documents'), { recursive: true })

  const { id, missing } = await makeBackup({ ...scene.parts(), documentStore: copy }, 'manual')
  const bySha = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1)
  expect(missing.toSorted(bySha)).toEqual(
    [
      { sha256: gone, reason: 'missing' },
      { sha256: rotten, reason: 'damaged' },
    ].toSorted(bySha),
  )
  const status = await readStatus(api.context.db)
  expect(status.lastCompleteAt).toEqual(before.lastCompleteAt)
  expect(status.last).toMatchObject({
    state: 'INCOMPLETE',
    error: '2 documents missing or damaged in the store',
  })

  const server = await scene.emptyServer()
  const restoreIt = async (acceptMissing: boolean) =>
    restoreBackup({ ...server, ...scene.restoring }, await read(id), {
      databaseOnly: false,
      acceptMissing,
    })
  await expect(restoreIt(false)).rejects.toThrow('2 documents were missing')
  expect((await restoreIt(true)).problems.toSorted()).toEqual(
    [`Document ${gone} is missing.`, `Document ${rotten} is missing.`].toSorted(),
  )
  // What an earlier backup has already is not lost.
  expect((await makeBackup(scene.parts(), 'manual')).documents?.missing).toEqual([])
  expect(good.documents?.missing).toEqual([])
})

test('two backups at once: the second is refused; a place with the backups of another installation as well', async () => {
  await withOwner(api.connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.backups])
    await expect(makeBackup(scene.parts(), 'manual')).rejects.toThrow('is being made already')
  })
  await expect.poll(() => makeBackup(scene.parts(), 'manual').then(({ kind }) => kind)).toBe('manual')
  const other = await createTestDatabase()
  const pool = connect(other.connection, 'owner', 3, () => {})
  await pool.query('UPDATE installation SET id = gen_random_uuid()')
  await expect(makeBackup({ ...scene.parts(), pool }, 'manual')).rejects.toThrow(
    'the backups of another installation',
  )
  await pool.end()
  await other.drop()
})

test('a target whose backups are gone, as a drive that is not mounted, is refused until an operator says that it is new', async () => {
  const { installation } = await makeBackup(scene.parts(), 'scheduled')
  await rm(scene.target.where, { recursive: true })
  const config = settingsWith(scene.target.where, 1)
  const backupTarget = await openBackupTarget(config)
  const again = () => makeScheduledBackup({ ...api.context, config, backupTarget }, scene.parts().pool)
  await expect(again()).rejects.toThrow('has none now. Is it mounted?')
  expect((await readStatus(api.context.db)).last).toMatchObject({
    state: 'FAILED',
    error: expect.stringContaining(`write ${installation} to ${scene.target.where}/installation`),
  })
  expect(existsSync(scene.target.where)).toBe(false)

  await mkdir(scene.target.where)
  await writeFile(join(scene.target.where, 'installation'), installation)
  await again()
  expect(await listBackups(scene.target)).toHaveLength(1)
})

test('a machine whose clock is ahead makes no backup that is the newest for longer than the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 60 * 60_000 })
  const ahead = await makeBackup(scene.parts(), 'scheduled').finally(() => vi.useRealTimers())
  const { id } = await makeBackup(scene.parts(), 'scheduled')
  expect((await listBackups(scene.target)).map((backup) => backup.id)).toEqual([id, ahead.id])
  expect((await readStatus(api.context.db)).lastCompleteAt!.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('a backup whose name is of another time than its content counts by its content: it is neither the newest nor kept for it', async () => {
  const misnamed = await scene.redate((await makeBackup(scene.parts(), 'scheduled')).id, -30, 'named')
  const { id } = await makeBackup(scene.parts(), 'scheduled')
  const newest = await openBackup(scene.target, { key: null, databaseOnly: false })
  expect(newest.manifest.id).toBe(id)
  const keep = { days: 1, weeks: 0, months: 0 }
  expect(await removeOldBackups(scene.target, keep, new Date())).toMatchObject({ backups: [misnamed] })
  await verifyBackup(await read(id), whole)
})

test('the job makes backups, records them, and removes old ones with the documents that no other needs', async () => {
  const shared = await aDocument()
  const owner = scene.parts().pool
  const config = settingsWith(scene.target.where, 2)
  const only = await aDocument()
  const daysAgo = async (days: number) =>
    scene.redate((await makeBackup(scene.parts(), 'scheduled')).id, days)
  const old = await daysAgo(9)
  await api.context.pool.query(
    'DELETE FROM request_documents rd USING documents d WHERE d.id = rd.document_id AND d.sha256 = $1',
    [only],
  )
  await api.context.pool.query('DELETE FROM documents WHERE sha256 = $1', [only])
  const kept = await daysAgo(5)
  const names = async () =>
    (await readdir(join(scene.target.where, 'documents'), { recursive: true })).map((name) =>
      name.split('/').at(-1),
    )
  expect(await names()).toEqual(expect.arrayContaining([only, shared]))

  await makeScheduledBackup({ ...api.context, config, backupTarget: await openBackupTarget(config) }, owner)
  const ids = (await listBackups(scene.target)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(ids).toContain(kept)
  expect(ids).not.toContain(old)
  expect(await names()).toContain(shared)
  expect(await names()).not.toContain(only)
  expect(await readdir(join(scene.target.where, 'backups'))).toHaveLength(2)
  for (const id of ids) await verifyBackup(await read(id), whole)
  expect((await readStatus(api.context.db)).last).toMatchObject({ state: 'COMPLETE', error: null })
})

test('old backups stay as long as it is not known which documents a newer one needs', async () => {
  const shared = await aDocument()
  const old = await scene.redate((await makeBackup(scene.parts(), 'scheduled')).id, 9)
  const kept = await makeBackup(scene.parts(), 'scheduled')
  const names = join(scene.target.where, namesOf(kept.id))
  const content = await readFile(names)
  const remove = () => removeOldBackups(scene.target, { days: 1, weeks: 0, months: 0 }, new Date())
  const changed = Buffer.from(content)
  changed[content.length >> 1]! ^= 1
  await writeFile(names, changed)
  await expect(remove()).rejects.toThrow(DamagedBackup)
  await rm(names)
  await expect(remove()).rejects.toThrow(DamagedBackup)
  expect((await listBackups(scene.target)).map(({ id }) => id)).toEqual([kept.id, old])
  await writeFile(names, content)
  expect(await remove()).toMatchObject({ backups: [old] })
  expect(await readdir(join(scene.target.where, 'documents'), { recursive: true })).toContainEqual(
    expect.stringContaining(shared),
  )
  await verifyBackup(await read(kept.id), whole)
})

test('a backup whose predecessors can’t be removed is made all the same, once, and the log says what is wrong', async () => {
  await aDocument()
  const owner = scene.parts().pool
  const damaged = await makeBackup(scene.parts(), 'scheduled')
  await rm(join(scene.target.where, namesOf(damaged.id)))
  const config = settingsWith(scene.target.where, 1)
  const errors: unknown[] = []
  const log = Object.assign(Object.create(api.context.log) as typeof api.context.log, {
    error: (_about: unknown, said: unknown) => errors.push(said),
  })
  await makeScheduledBackup(
    { ...api.context, config, log, backupTarget: await openBackupTarget(config) },
    owner,
  )
  expect(errors).toEqual(['old backups could not be removed'])
  expect(await listBackups(scene.target)).toHaveLength(2)
  expect((await readStatus(api.context.db)).last).toMatchObject({ state: 'COMPLETE', error: null })
})

test('no old backup is removed where the clock differs, or the store is another installation’s: the new one is made', async () => {
  const old = await scene.redate((await makeBackup(scene.parts(), 'scheduled')).id, 9)
  const config = settingsWith(scene.target.where, 1)
  const { databaseClock, installation } = api.context
  const refuse = () => Promise.reject(new Error('not now'))
  const run = (change: object) =>
    makeScheduledBackup({ ...api.context, config, backupTarget: scene.target, ...change }, scene.parts().pool)
  const ids = async () => (await listBackups(scene.target)).map(({ id }) => id)
  await run({ databaseClock: { ...databaseClock, forDestructiveJob: refuse } })
  await run({ installation: { ...installation, verify: refuse } })
  expect(await ids()).toHaveLength(3)
  expect(await ids()).toContain(old)
  await run({})
  expect(await ids()).not.toContain(old)
})

test('a target that cannot be written to is a failure that is recorded, and no backup', async () => {
  await writeFile(join(scene.folder, 'file'), '')
  const config = settingsWith(join(scene.folder, 'file'), 1)
  await expect(
    makeScheduledBackup(
      { ...api.context, config, backupTarget: await openBackupTarget(config) },
      scene.parts().pool,
    ),
  ).rejects.toThrow("can't be used for backups")
  expect((await readStatus(api.context.db)).last).toMatchObject({
    state: 'FAILED',
    error: expect.stringContaining("can't be used"),
  })
})

test('a full target is freed of the backups whose time is over, and the backup is made', async () => {
  const old = await scene.redate((await makeBackup(scene.parts(), 'scheduled')).id, 9)
  await makeBackup(scene.parts(), 'scheduled')
  const isFull = async () => (await scene.target.list('backups')).includes(old)
  const target = {
    ...scene.target,
    write: async (name: string, content: AsyncIterable<Uint8Array>) => {
      if (name.includes('/tables/') && (await isFull())) throw new BackupTargetFull('the disk is full')
      await scene.target.write(name, content)
    },
  }
  const config = settingsWith(scene.target.where, 1)
  await makeScheduledBackup({ ...api.context, config, backupTarget: target }, scene.parts().pool)
  expect(await isFull()).toBe(false)
  expect((await readStatus(api.context.db)).last).toMatchObject({ state: 'COMPLETE' })
  // What can't be freed is a failure.
  const full = { ...target, write: () => Promise.reject(new BackupTargetFull('the disk is full')) }
  await expect(
    makeScheduledBackup({ ...api.context, config, backupTarget: full }, scene.parts().pool),
  ).rejects.toThrow('the disk is full')
})

test('a backup that breaks off leaves nothing but the names of its documents, by which these are found', async () => {
  await aDocument()
  const failing = (part: string) => ({
    ...scene.parts(),
    target: {
      ...scene.target,
      write: async (name: string, content: AsyncIterable<Uint8Array>) => {
        if (name.includes(part)) throw new BackupTargetFull('the disk is full')
        await scene.target.write(name, content)
      },
    },
  })
  await expect(makeBackup(failing('/jobs.zst'), 'manual')).rejects.toThrow('the disk is full')
  expect(await scene.target.list('backups')).toEqual([])
  await expect(makeBackup(failing('documents/'), 'manual')).rejects.toThrow('the disk is full')
  const [id = ''] = await scene.target.list('backups')
  expect(await scene.target.list(`backups/${id}`)).toEqual(['documents-names.zst'])
})

test('a backup that is due while one is made elsewhere is put off, not dropped', async () => {
  const { pool } = scene.parts()
  const config = settingsWith(scene.target.where, 1)
  await withOwner(api.connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.backups])
    await makeScheduledBackup({ ...api.context, config, backupTarget: scene.target }, pool)
  })
  expect(await listBackups(scene.target)).toEqual([])
  const { rows } = await pool.query<{ in_minutes: number }>(
    `SELECT round(extract(epoch FROM run_at - now()) / 60)::int AS in_minutes
     FROM graphile_worker.jobs WHERE key = 'make-backup-later'`,
  )
  expect(rows).toEqual([{ in_minutes: 10 }])
})

test('without a target the job does nothing', async () => {
  expect(await runJobOnce(scene.parts().pool, 'make-backup')).toBeNull()
  expect(await listBackups(scene.target)).toEqual([])
})

test('before an upgrade the database is copied; where that fails the upgrade is not begun; the copy can be restored', async () => {
  const server = await scene.emptyServer()
  const migrations = listMigrations()
  const earlier = migrations.slice(0, migrations.indexOf('0066-backups.sql'))
  await withOwner(server.connection, async (client) => {
    await createSchema(client, earlier)
    await client.query("INSERT INTO throttles (key, window_started_at, failures) VALUES ('before', now(), 3)")
  })
  const schemaOf = () =>
    withOwner(
      server.connection,
      async (client) => (await client.query('SELECT name FROM migrations')).rowCount,
    )
  const config = (target: string | undefined) => ({
    ...api.context.config,
    backup: {
      ...api.context.config.backup,
      target,
      schedule: null,
      publicKey: undefined,
      keep: { days: 1, weeks: 0, months: 0 },
    },
  })
  const lines: string[] = []
  const upgrade = async (target: string | undefined) =>
    migrate(server.connection, {
      beforeUpgrade: backUpBeforeUpgrade(config(target), await openBackupTarget(config(target)), (line) =>
        lines.push(line),
      ),
    })

  await writeFile(join(scene.folder, 'file'), '')
  await expect(upgrade(join(scene.folder, 'file'))).rejects.toThrow('before the upgrade, which was not begun')
  expect(await schemaOf()).toBe(earlier.length)
  await upgrade(scene.target.where)
  expect(await schemaOf()).toBe(migrations.length)
  const [copy] = await listBackups(scene.target)
  expect(copy?.manifest).toMatchObject({ kind: 'before_upgrade', documents: null, migrations: earlier })
  expect(lines).toEqual([
    `The database was copied to ${scene.target.where} before the upgrade: backup ${copy?.id}`,
  ])
  // There is nothing to copy at the next start.
  await upgrade(scene.target.where)
  expect(await listBackups(scene.target)).toHaveLength(1)

  const back = await scene.emptyServer()
  await back.documentStore.writeNote('installation', copy?.manifest?.installation ?? '')
  const stored = await openBackup(scene.target, { key: null, databaseOnly: true })
  await restoreBackup({ ...back, ...scene.restoring }, stored, {
    databaseOnly: true,
    acceptMissing: false,
  })
  const { rows } = await withOwner(back.connection, (client) =>
    client.query('SELECT key, failures FROM throttles'),
  )
  expect(rows).toEqual([{ key: 'before', failures: 3 }])
})

test('an upgrade that is begun again and again keeps the latest copies of each state of the database', async () => {
  const server = await scene.emptyServer()
  const migrations = listMigrations()
  await withOwner(server.connection, async (client) => {
    await createSchema(client, migrations.slice(0, migrations.indexOf('0100-one-form-of-addresses.sql')))
    await client.query('CREATE TABLE ownership_transfers (id int)')
  })
  const config = settingsWith(scene.target.where, 1)
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const upgrade = async () =>
    migrate(server.connection, {
      beforeUpgrade: backUpBeforeUpgrade(config, await openBackupTarget(config), say),
      say,
    })
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await expect(upgrade()).rejects.toThrow(
      /^Migration 0102-ownership-transfers\.sql failed, and nothing of it was changed: .* already exists\./,
    )
  expect(lines).toContain('migrating the database: 0102-ownership-transfers.sql')
  const copies = await listBackups(scene.target)
  expect(copies.map(({ manifest }) => manifest?.migrations.at(-1))).toEqual([
    '0100-one-form-of-addresses.sql',
    '0100-one-form-of-addresses.sql',
    '0100-one-form-of-addresses.sql',
    '0099-country-of-id-austria.sql',
  ])
  const removed = lines.filter((line) => line.includes('attempts at this upgrade were removed'))
  expect(removed).toHaveLength(1)
  await withOwner(server.connection, (client) => client.query('DROP TABLE ownership_transfers'))
  await upgrade()
  expect(await listBackups(scene.target)).toHaveLength(4)
})

test('a table that someone else made in the database is in no backup', async () => {
  const { tables } = await withOwner(api.connection, async (client) => {
    await client.query('CREATE TABLE report_of_the_controller (id int)')
    try {
      return await makeBackup(scene.parts(), 'manual')
    } finally {
      await client.query('DROP TABLE report_of_the_controller')
    }
  })
  expect(tables.map(({ name }) => name)).toContain('evidence_events')
  expect(tables.map(({ name }) => name)).not.toContain('report_of_the_controller')
})
