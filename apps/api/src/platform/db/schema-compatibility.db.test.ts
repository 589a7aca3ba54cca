import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeBackup, NewerDatabase } from '#api/app/backups/make-backup.ts'
import { makeScheduledBackup } from '#api/app/backups/make-scheduled-backup.ts'
import { openReadiness } from '#api/app/readiness/readiness.ts'
import { folderBackupTarget } from '#api/providers/backup-target/folder.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { startSecondApi } from '#api/testing/nodes/second-api.ts'
import { applicationRole, connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './migration-files.ts'
import {
  holdVersion,
  NewerSchema,
  OlderReleaseRuns,
  ownVersion,
  refuseWhileOlderRuns,
} from './schema-compatibility.ts'

let api: TestApi
let owner: pg.Pool
let ben: Person
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
  owner = connect(api.connection, 'owner', 3, () => {})
  ben = await api.person({ firstName: 'Ben' })
})
afterEach(async () => {
  await owner.query(`DROP TABLE IF EXISTS later; DELETE FROM migrations WHERE name LIKE '999%'`)
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

/** What a newer release does to the database: a table of its own, with the rights to it. */
async function upgrade(oldestCode: string | null): Promise<void> {
  await owner.query(`CREATE TABLE later (id int); GRANT SELECT ON later TO ${applicationRole}`)
  await owner.query(`INSERT INTO migrations (name, oldest_code) VALUES ('9990-later.sql', $1)`, [oldestCode])
}

async function mayReadLater(): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    `SELECT has_table_privilege($1, 'later', 'SELECT') AS may`,
    [applicationRole],
  )
  return rows[0]?.may === true
}

const schemaReason = async () => (await openReadiness(api.context)()).schema.reason

test('this release starts and works on the database of a newer one that only added to it, and takes no right from it', async () => {
  await upgrade('0000')
  await migrate(api.connection)
  expect(await mayReadLater()).toBe(true)
  const node = await startSecondApi(api)
  try {
    expect((await node.ask(createSignatureRequest, { body: { title: 'Lease' } }, ben.as)).status).toBe(201)
    expect(await schemaReason()).toBeNull()
  } finally {
    await node.stop()
  }
})

test.each([
  ['needs newer code', '9989'],
  ['doesn’t say what it needs', null],
])(
  'this release doesn’t start on a database whose newer migration %s, and one that runs says so',
  async (_, oldestCode) => {
    await upgrade(oldestCode)
    await expect(migrate(api.connection)).rejects.toThrow(NewerSchema)
    await expect(migrate(api.connection)).rejects.toThrow('9990-later.sql')
    expect(await mayReadLater()).toBe(true)
    expect(await schemaReason()).toBe('newer_than_release')
  },
)

test('a database of another line of releases is refused: it has what this one doesn’t know, and lacks what this one needs', async () => {
  await upgrade('0000')
  const last = listMigrations().at(-1)
  const { rows } = await owner.query<{ oldest_code: string }>(
    'DELETE FROM migrations WHERE name = $1 RETURNING oldest_code',
    [last],
  )
  await expect(migrate(api.connection)).rejects.toThrow(NewerSchema)
  expect(await schemaReason()).toBe('newer_than_release')
  await owner.query('INSERT INTO migrations (name, oldest_code) VALUES ($1, $2)', [
    last,
    rows[0]?.oldest_code,
  ])
})

test('each migration is recorded with the oldest code that can run after it', async () => {
  const { rows } = await owner.query('SELECT oldest_code FROM migrations WHERE name = $1', [
    '0073-schema-compatibility.sql',
  ])
  expect(rows).toEqual([{ oldest_code: '0000' }])
})

test('a migration that this release couldn’t run with is refused for as long as it runs', async () => {
  const process = new pg.Client(api.connection)
  await process.connect()
  await holdVersion(process)
  // The api of this test holds it as well, by its connection for notifications.
  const running = () => refuseWhileOlderRuns(owner, '9991-remove.sql', '9990')
  await expect(running()).rejects.toThrow(OlderReleaseRuns)
  await expect(running()).rejects.toThrow(`processes of ${ownVersion()} still run`)
  await process.end()
  await expect(running()).rejects.toThrow(OlderReleaseRuns)
  await expect(refuseWhileOlderRuns(owner, '9991-add.sql', '0000')).resolves.toBeUndefined()
  await expect(refuseWhileOlderRuns(owner, '9991-remove.sql', ownVersion())).resolves.toBeUndefined()
})

test('a release that is older than the database leaves its backups to the newer one: it doesn’t know all tables', async () => {
  await upgrade('0000')
  const parts = {
    pool: owner,
    documentStore: api.context.documentStore,
    target: folderBackupTarget(`${api.environment['COUNTERSIGN_DATA']}-backups`),
    key: null,
  }
  await expect(makeBackup(parts as unknown as Parameters<typeof makeBackup>[0], 'scheduled')).rejects.toThrow(
    NewerDatabase,
  )
  const began = Date.now()
  await makeScheduledBackup({ ...api.context, backupTarget: parts.target }, owner)
  const { rows } = await owner.query<{ run_at: Date; attempts: number }>(
    `SELECT run_at, attempts FROM graphile_worker.jobs WHERE key = 'make-backup-later'`,
  )
  expect(rows).toMatchObject([{ attempts: 0 }])
  expect(rows[0]!.run_at.getTime()).toBeGreaterThanOrEqual(began + 600_000)
})

test('a migration that waits for a table lets others use it meanwhile', async () => {
  await owner.query(`DELETE FROM migrations WHERE name = '0072-call-counts.sql'`)
  await owner.query('DROP TABLE call_counts; DROP INDEX throttles_started')
  // A transaction that takes long, such as a backup's.
  const long = await owner.connect()
  await long.query(`BEGIN; INSERT INTO throttles VALUES ('long', now(), 1)`)
  const migrated = migrate(api.connection)
  await expect
    .poll(
      async () => {
        const { rowCount } = await owner.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'throttles'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        return rowCount
      },
      { interval: 10 },
    )
    .toBe(1)
  // It queues behind the migration, which gives up its place.
  await owner.query(`INSERT INTO throttles VALUES ('short', now(), 1)`)
  await long.query('COMMIT')
  long.release()
  await migrated
  expect((await owner.query('SELECT FROM call_counts')).rowCount).toBe(0)
})
