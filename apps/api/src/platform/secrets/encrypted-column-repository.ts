import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#api/platform/db/connect.ts'
import type { Tables } from '#api/platform/db/tables.ts'

/** Where encrypted values are stored. The repository of the table describes it. */
export interface EncryptedColumn {
  readonly table: keyof Tables
  /** `UPDATE` and the table: written where its owner is. */
  readonly update: RawBuilder<unknown>
  /** The column that identifies a row: the context is made from it. */
  readonly key: string
  readonly column: string
  readonly context: (key: string) => string
  /** In a JSON column: `{"encrypted": base64}`. */
  readonly isJson?: boolean
}

export interface EncryptedValue {
  readonly key: string
  readonly encrypted: Uint8Array
}

/** The same, encrypted with the current key. */
export interface FreshValue extends EncryptedValue {
  readonly fresh: Uint8Array
}

/** The next values in the order of their keys, which are unique. */
export async function listEncrypted(
  db: Database,
  { table, key, column, isJson }: EncryptedColumn,
  after: string | null,
  limit: number,
): Promise<EncryptedValue[]> {
  const value = isJson ? sql`decode(${sql.ref(column)} ->> 'encrypted', 'base64')` : sql.ref(column)
  const { rows } = await sql<EncryptedValue>`
    SELECT ${sql.ref(key)} AS key, ${value} AS encrypted FROM ${sql.table(table)}
    WHERE ${value} IS NOT NULL ${after === null ? sql`` : sql`AND ${sql.ref(key)} > ${after}`}
    ORDER BY ${sql.ref(key)} LIMIT ${limit}`.execute(db)
  return rows
}

/** Where the value is still that one: what was written since is newer. */
export async function replaceEncrypted(
  db: Database,
  { update, key, column, isJson }: EncryptedColumn,
  given: FreshValue,
): Promise<void> {
  const [from, to] = [given.encrypted, given.fresh].map((bytes) =>
    isJson
      ? sql`${JSON.stringify({ encrypted: Buffer.from(bytes).toString('base64') })}::jsonb`
      : sql`${Buffer.from(bytes)}`,
  )
  await sql`
    ${update} SET ${sql.ref(column)} = ${to}
    WHERE ${sql.ref(key)} = ${given.key} AND ${sql.ref(column)} = ${from}`.execute(db)
}
