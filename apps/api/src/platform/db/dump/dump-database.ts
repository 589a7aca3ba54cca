import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { copyOut } from '../copy.ts'
import type { DatabaseDump, KeepPart, KeptTable } from './dump.ts'
import { dumpJobs } from './waiting-jobs.ts'

const migrations = new URL('../migrations/', import.meta.url)

/**
 * Every table of ours as COPY writes it, in the transaction that is open: one instant for all of them. No schema: that is
 * given by the migrations, so the copy goes into any version of PostgreSQL that Countersign runs on.
 */
export async function dumpDatabase(client: pg.ClientBase, keep: KeepPart): Promise<DatabaseDump> {
  const { rows: about } = await client.query<{ version: string; at: Date; migrations: string[] }>(
    `SELECT current_setting('server_version') AS version, clock_timestamp() AS at,
       ARRAY(SELECT name FROM migrations ORDER BY name) AS migrations`,
  )
  const [found] = about
  if (!found) throw new Error('the database does not answer')
  const tables: KeptTable[] = []
  for (const { name, columns } of await listOwnTables(client)) {
    const { content, rows } = copyOut(client, `COPY ${name} (${columns.join(', ')}) TO STDOUT`)
    const part = await keep(`tables/${name}`, content)
    tables.push({ name, columns, rows: rows(), part })
  }
  const jobs = await dumpJobs(client)
  const part = await keep('jobs', jobs.content)
  return {
    postgres: found.version,
    migrations: found.migrations,
    snapshotAt: found.at.toISOString(),
    tables,
    // Sequences are outside of transactions: read last, they are at least as far as the rows.
    sequences: await listSequences(client),
    jobs: { rows: jobs.rows(), part },
  }
}

interface Table {
  readonly name: string
  /** Without those that the database computes. */
  readonly columns: string[]
}

/** Names are plain words in our migrations: none needs quotes. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`)
  return rows
}

/** A table that someone else made in this database is nobody's to restore: only ours are named in a migration. */
async function listOwnTables(client: pg.ClientBase): Promise<Table[]> {
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'))
  const words = new Set(files.flatMap((file) => readFileSync(new URL(file, migrations), 'utf8').split(/\W+/)))
  return (await listTables(client)).filter(({ name }) => name === 'migrations' || words.has(name))
}

async function listSequences(client: pg.ClientBase): Promise<DatabaseDump['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`)
  return rows
}
