import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startTestApi } from '#api/testing/api.ts'
import { fillTables } from '#api/testing/fill-tables.ts'
import { migrate } from './migrate.ts'

const directory = new URL('./migrations/', import.meta.url)
// Before the tables and jobs got the names of the industry.
const last = '0046-usage-report.sql'
/** Tables that have another name since. */
const tables: Readonly<Record<string, string>> = {
  prepared_seals: 'prepared_signatures',
  hand_overs: 'anonymous_uploads',
  table_sends: 'bulk_sends',
  table_send_rows: 'bulk_send_rows',
}
/** Columns that have another name since, in any table. */
const columns: Readonly<Record<string, string>> = { stroke: 'prepared', weight: 'dimension' }
const columnNow = (name: string) => columns[name] ?? name.replace(/_sealed$/, '_encrypted')
/** Values that have another name since. */
const values: Readonly<Record<string, string>> = { handed_on: 'delegated' }
const valueNow = (value: unknown) => (typeof value === 'string' ? (values[value] ?? value) : value)
const jobs: Readonly<Record<string, string>> = {
  seal: 'apply-signature',
  'fold-tallies': 'roll-up-counters',
  'fold-activities': 'roll-up-activities',
  'hand-over-requests': 'transfer-requests',
  'remove-old-hand-overs': 'remove-old-anonymous-uploads',
  'send-table-rows': 'send-bulk-rows',
  'look-after-archives': 'schedule-archive-renewals',
}

async function earlierRelease(client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())')
  for (const name of readdirSync(directory).toSorted()) {
    if (name > last) break
    await client.query('BEGIN')
    await client.query(readFileSync(new URL(name, directory), 'utf8'))
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  }
}

type Row = Record<string, unknown>

async function rowsOf(client: pg.Client, table: string): Promise<Row[]> {
  const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${table} t`)
  expect({ table, isEmpty: rows.length === 0 }).toEqual({ table, isEmpty: false })
  return rows.map(({ row }) => row)
}

test('an installation with data in every table has all of it after the migrations, and the product starts on it', async () => {
  const server = inject('templateDatabase')
  const name = `filled_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const connection = { ...server, database: name }
  const drop = async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  const client = new pg.Client(connection)
  await client.connect()
  await earlierRelease(client)
  const queue = new pg.Pool(connection)
  await runMigrations({ pgPool: queue, schema: 'graphile_worker' })
  await queue.end()
  // When archive timestamps weaken was noted to be found quickly, and is read from the documents again.
  const filled = await fillTables(client, ['migrations', 'archive_timestamps'])
  // Of a deleted business migrations remove what is no longer kept of one.
  await client.query('UPDATE businesses SET deleted_at = NULL')
  for (const job of Object.keys(jobs))
    await client.query(`SELECT graphile_worker.add_job($1, '{}', run_at := now() + interval '1 year')`, [job])
  const before = new Map<string, Row[]>()
  for (const table of filled) before.set(table, await rowsOf(client, table))
  await migrate(connection)
  for (const [table, rows] of before) {
    const now = await rowsOf(client, tables[table] ?? table)
    const kept = rows.map((row) =>
      expect.objectContaining(
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [columnNow(column), valueNow(value)]),
        ),
      ),
    )
    expect({ table, rows: now }).toEqual({ table, rows: expect.arrayContaining(kept) })
    expect(now).toHaveLength(rows.length)
  }
  const waiting = await client.query('SELECT task_identifier AS name FROM graphile_worker.jobs ORDER BY 1')
  expect(waiting.rows.map((row) => row.name)).toEqual(
    [...Object.values(jobs), 'sort-titles', 'add-base-letters'].toSorted(),
  )
  await client.end()
  const api = await startTestApi({ database: { connection, drop } })
  try {
    expect((await api.person({ firstName: 'Ben' })).email).toContain('@')
  } finally {
    await api.stop()
  }
})
