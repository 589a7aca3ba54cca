// Which tables refer to which, read from the migrations in their order. data-model.db.test.ts compares it with PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../paths.mjs'

const folder = inRoot('apps/api/src/platform/db/migrations')
const withoutComments = (sql) => sql.replace(/--.*$/gm, '')

/** Table by table, the tables that its foreign keys point to, in alphabetical order. */
export function readReferences() {
  const byTable = new Map()
  for (const file of readdirSync(folder).toSorted())
    for (const statement of withoutComments(readFileSync(path.join(folder, file), 'utf8')).split(/;\s*$/m))
      apply(statement.trim(), byTable)
  const sorted = (columns) => Array.from(new Set(columns.values())).toSorted((a, b) => (a < b ? -1 : 1))
  return new Map(Array.from(byTable, ([table, columns]) => [table, sorted(columns)]))
}

/** One table's columns with a foreign key are a map from column to table. */
function apply(statement, byTable) {
  const [, verb, table, rest] =
    /^(CREATE|ALTER|DROP) (?:UNLOGGED )?TABLE (?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?:public\.)?(\w+)([\s\S]*)$/.exec(
      statement,
    ) ?? []
  if (!verb) return
  const renamed = /^\s*RENAME TO (\w+)/.exec(rest)?.[1]
  if (verb === 'DROP') byTable.delete(table)
  else if (renamed) {
    byTable.set(renamed, byTable.get(table) ?? new Map())
    byTable.delete(table)
    for (const columns of byTable.values())
      for (const [column, to] of columns) if (to === table) columns.set(column, renamed)
  } else {
    const columns = byTable.get(table) ?? new Map()
    for (const line of rest.split('\n')) {
      const [, column, to] = /^\s*\(?(?:ADD COLUMN )?(\w+)\b.*\bREFERENCES (\w+)/.exec(line) ?? []
      if (column) columns.set(/FOREIGN KEY \((\w+)/.exec(line)?.[1] ?? column, to)
      const dropped = /DROP COLUMN (?:IF EXISTS )?(\w+)/.exec(line)?.[1]
      if (dropped) columns.delete(dropped)
    }
    byTable.set(table, columns)
  }
}
