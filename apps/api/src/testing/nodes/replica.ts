import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { postgresMajor } from '#api/platform/db/embedded/binaries.ts'
import {
  type DatabaseConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'

/** A streaming replica of a test's server: a base backup by PostgreSQL's own functions, which needs no other programs. */
export async function startReplica(primary: DatabaseConnection): Promise<EmbeddedPostgres> {
  const directory = mkdtempSync(join(testFolder(), 'countersign-test-postgres-replica-'))
  const cluster = join(directory, `pg${postgresMajor}`)
  await copyCluster(primary, cluster)
  const { host, port, user } = primary
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=''${host}'' port=${port} user=${user}'\nwal_retrieve_retry_interval = '100ms'\n`,
  )
  writeFileSync(join(cluster, 'standby.signal'), '')
  const server = await startEmbeddedPostgres({
    directory,
    settings: { fsync: 'off', max_connections: '200', hot_standby: 'on' },
  })
  return {
    ...server,
    stop: () => server.stop().then(() => rmSync(directory, { recursive: true, force: true })),
  }
}

/** What belongs to the running server itself isn't copied. */
const left = /^(postmaster\.(pid|opts)|pg_wal|\.s\.PGSQL.*)$/

async function copyCluster(primary: DatabaseConnection, cluster: string): Promise<void> {
  const client = new pg.Client(primary)
  await client.connect()
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', ['test_replica'])
    await client.query(`SELECT pg_backup_start('test', fast => true)`)
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    )
    const folder = rows[0]?.folder ?? ''
    mkdirSync(cluster, { mode: 0o700 })
    cpSync(folder, cluster, {
      recursive: true,
      filter: (path) => !left.test(relative(folder, path)),
    })
    mkdirSync(join(cluster, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
    const stopped = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(cluster, 'backup_label'), stopped.rows[0]?.label ?? '')
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_slot_name = 'test_replica'\n`)
  } finally {
    await client.end()
  }
}
