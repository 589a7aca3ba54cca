import { postgresMajor } from '../embedded/binaries.ts'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { connect, type Connection, withClient } from '../connect.ts'
import { refuseOldServer } from '../check-connection.ts'
import { copyIn } from '../copy.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import { createSchema, migrate } from '../migrate.ts'
import {
  DamagedDump,
  type DatabaseDump,
  type KeptTable,
  NotEmpty,
  portableSettings,
  type ReadPart,
} from './dump.ts'
import { listTables } from './dump-database.ts'
import { hasJobs, loadJobs } from './waiting-jobs.ts'

/**
 * Loads the database of a backup into an empty one: the tables as the migrations of that time made them, their rows, the jobs
 * that waited; all in one transaction. Then what this release adds: later migrations, roles, rights.
 */
export async function loadDatabase(
  connection: Connection,
  dump: DatabaseDump,
  read: ReadPart,
): Promise<void> {
  const pool = connect(connection, 'owner', 2, () => {})
  try {
    await withClient(pool, async (client) => {
      await client.query(portableSettings)
      // A process that is started meanwhile waits with its migrations.
      await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations])
      await refuseUnlessEmpty(client, connection)
      await runMigrations({ pgPool: pool, schema: 'graphile_worker' })
      await client.query('BEGIN')
      await createSchema(client, dump.migrations.toSorted())
      await loadRows(client, dump, read)
      await loadJobs(client, dump.jobs, read)
      await client.query('COMMIT')
      await client.query('ANALYZE')
    })
  } finally {
    await pool.end()
  }
  await migrate(connection)
}

/** Tables of the queue without a job may be there: of a restore that broke off. */
export async function refuseUnlessEmpty(client: pg.ClientBase, connection: Connection): Promise<void> {
  await refuseOldServer(client)
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT IN ('information_schema', 'graphile_worker') AND n.nspname NOT LIKE 'pg\\_%'
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    LIMIT 1`)
  if (rows.length > 0 || (await hasJobs(client)))
    throw new NotEmpty(
      `The database isn't empty${rows[0] ? ` (it has ${rows[0].name})` : ''}. A backup is only restored into an empty one: ${emptyOne(connection)}`,
    )
}

/** Into an embedded one nobody gets to create another. */
const emptyOne = (connection: Connection): string =>
  'host' in connection
    ? `set COUNTERSIGN_DATA to a new folder. Only where an earlier restore broke off, delete pg${postgresMajor} in it and try again.`
    : 'create it by CREATE DATABASE. Where an earlier restore broke off, drop its database and create it again.'

async function loadRows(
  client: pg.ClientBase,
  { tables: stored, sequences }: DatabaseDump,
  read: ReadPart,
): Promise<void> {
  const own = await listTables(client)
  const names = own.map(({ name }) => name)
  // A stranger's table, whose name happens to be a word in our migrations, is nobody's to restore.
  const tables = stored.filter(({ name }) => names.includes(name))
  refuseOtherColumns(own, tables)
  await executeAll(
    client,
    names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`),
  )
  const foreignKeys = await dropForeignKeys(client)
  // What the migrations put into new tables is in the backup as well.
  await client.query(`TRUNCATE ${names.join(', ')} RESTART IDENTITY`)
  for (const { name, columns, part, rows } of tables) {
    const sql = `COPY ${name} (${columns.join(', ')}) FROM STDIN`
    const loaded = await copyIn(client, sql, await read(part))
    if (loaded !== rows)
      throw new DamagedDump(`The backup has ${loaded} rows of ${name}; its manifest says ${rows}.`)
  }
  for (const { name, value } of sequences)
    await client.query('SELECT setval(own, $2::bigint) FROM to_regclass($1) own WHERE own IS NOT NULL', [
      name,
      value,
    ])
  await executeAll(client, [
    ...foreignKeys,
    ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
  ])
}

/** In one go: there are hundreds, and each waits for an answer otherwise. */
async function executeAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(';\n'))
}

/** The tables come in any order, and refer to each other. Added again, each key is checked against all rows. */
async function dropForeignKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`)
  await executeAll(
    client,
    rows.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
  )
  return rows.map(
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  )
}

type Table = Pick<KeptTable, 'name' | 'columns'>

function refuseOtherColumns(own: readonly Table[], stored: readonly Table[]): void {
  const columnsOf = (tables: readonly Table[]) =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)))
  const [ours, theirs] = [columnsOf(own), columnsOf(stored)]
  const different = [...ours]
    .filter((one) => !theirs.has(one))
    .concat([...theirs].filter((one) => !ours.has(one)))
  if (different.length > 0)
    throw new DamagedDump(
      `The backup doesn't fit the tables of its release: ${different.slice(0, 5).join(', ')}. Was the database changed by hand?`,
    )
}
