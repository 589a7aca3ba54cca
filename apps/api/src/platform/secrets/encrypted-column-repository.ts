import { sql } from 'kysely'
import type { Database } from '#api/platform/db/connect.ts'
import type { EncryptedColumn } from './encrypted-column.ts'

export interface EncryptedValue {
  readonly key: string
  readonly encrypted: Uint8Array
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
  { table, key, column, isJson }: EncryptedColumn,
  given: EncryptedValue & { readonly fresh: Uint8Array },
): Promise<void> {
  const [from, to] = [given.encrypted, given.fresh].map((bytes) =>
    isJson
      ? sql`${JSON.stringify({ encrypted: Buffer.from(bytes).toString('base64') })}::jsonb`
      : sql`${Buffer.from(bytes)}`,
  )
  await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to}
    WHERE ${sql.ref(key)} = ${given.key} AND ${sql.ref(column)} = ${from}`.execute(db)
}
