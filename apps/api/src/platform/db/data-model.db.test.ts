import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createTestDatabase } from '#api/testing/database.ts'

const foreignKeys = `
  SELECT t.relname AS table,
    array_agg(DISTINCT f.relname::text ORDER BY f.relname::text) FILTER (WHERE f.relname IS NOT NULL) AS refers_to
  FROM pg_class t
  LEFT JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f'
  LEFT JOIN pg_class f ON f.oid = c.confrelid
  WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
  GROUP BY t.relname`

/** Each table of the page, with what it says that the table refers to. */
function described(): Record<string, string[]> {
  const page = readFileSync(new URL('../../../../../docs/data-model.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` +\| .* \| (.*?) *\|$/gm)]
  return Object.fromEntries(
    rows.map(([, table = '', refersTo = '']) => [
      table,
      [...refersTo.matchAll(/`(\w+)`/g)].map(([, one = '']) => one),
    ]),
  )
}

test('docs/data-model.md has every table of the migrated database, with its foreign keys', async () => {
  const database = await createTestDatabase()
  const pool = connect(database.connection, 'owner', 1, () => {})
  try {
    const { rows } = await pool.query<{ table: string; refers_to: string[] | null }>(foreignKeys)
    const tables = Object.fromEntries(rows.map((row) => [row.table, row.refers_to ?? []]))
    // The queue's own tables are in a schema of its own.
    expect(described()).toEqual({ ...tables, graphile_worker: [] })
  } finally {
    await pool.end()
    await database.drop()
  }
})
