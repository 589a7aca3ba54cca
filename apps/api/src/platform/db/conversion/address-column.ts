import { canonicalEmail } from '@countersign/contract/email.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../connect.ts'
import { pageRanges } from './page-ranges.ts'
import type { Tables } from '../tables.ts'

// Stored email addresses, and how those that aren't in their canonical form are found: a range of a table's pages at a time, however
// many rows it has.

/** A column that holds an address. The repository of the table describes it. */
export interface AddressColumn {
  readonly table: keyof Tables
  /** `UPDATE` and the table: written where its owner is. */
  readonly update: RawBuilder<unknown>
  readonly column: string
  /** Of a JSON column: the members that are addresses, or lists of them. `[]` for the items of a column that is a list. */
  readonly members?: readonly string[]
}

/** The only addresses that may have another form: with letters beyond ASCII, or an encoded domain. */
export const mayDiffer = (column: RawBuilder<unknown>) =>
  sql<boolean>`${column}::text ~ '[^\\x01-\\x7f]|xn--'`

/** The rows of a table where one of these columns may have to be converted, with what is asked of each. */
export async function* scan<Row>(
  db: Database,
  table: keyof Tables,
  columns: readonly string[],
  selected: RawBuilder<unknown>,
): AsyncGenerator<readonly Row[]> {
  const wanted = sql.join(
    columns.map((column) => mayDiffer(sql.ref(column))),
    sql` OR `,
  )
  for await (const range of pageRanges(db, table)) {
    const { rows } = await sql<Row>`
      SELECT ${selected} FROM ${sql.table(table)} WHERE ${range} AND (${wanted})`.execute(db)
    if (rows.length > 0) yield rows
  }
}

export interface ConvertedColumn {
  /** How many values were converted. */
  readonly converted: number
  /** How many stay as they are, as the row with the canonical form is there already. */
  readonly taken: number
}

/** Converts what isn't in its canonical form. A value that changes meanwhile was written in it. */
export async function convertColumn(db: Database, column: AddressColumn): Promise<ConvertedColumn> {
  const { table, update, column: name, members } = column
  let [converted, taken] = [0, 0]
  const selected = sql`ctid::text AS place, ${sql.ref(name)} AS value`
  for await (const rows of scan<{ place: string; value: unknown }>(db, table, [name], selected))
    for (const { place, value } of rows) {
      const fresh = members ? canonicalMembers(value, members) : canonicalEmail(String(value))
      const [from, to] = members
        ? [JSON.stringify(value), JSON.stringify(fresh)]
        : [String(value), String(fresh)]
      if (from === to) continue
      const type = members ? sql`::jsonb` : sql``
      try {
        const { numAffectedRows = 0n } = await sql`
          ${update} SET ${sql.ref(name)} = ${to}${type}
          WHERE ctid = ${place}::tid AND ${sql.ref(name)} = ${from}${type}`.execute(db)
        converted += Number(numAffectedRows)
      } catch (error) {
        if ((error as { code?: string }).code !== uniqueViolation) throw error
        taken += 1
      }
    }
  return { converted, taken }
}

const uniqueViolation = '23505'

/** The same with each address in these members in its canonical form, at any depth. */
export function canonicalMembers(value: unknown, members: readonly string[], name = '[]'): unknown {
  if (typeof value === 'string')
    return members.includes(name) && value.includes('@') ? canonicalEmail(value) : value
  if (Array.isArray(value)) return value.map((item) => canonicalMembers(item, members, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, canonicalMembers(item, members, key)]),
  )
}
