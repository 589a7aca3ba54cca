import { sql } from 'kysely'
import { scan } from '#api/platform/db/address-column.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Tables } from '#api/platform/db/tables.ts'

/** Where the addresses of a request's people are; what else holds them is converted with these. */
const places: readonly (readonly [keyof Tables, readonly string[]])[] = [
  ['signatures', ['email', 'released_email', 'delegated_by']],
  ['signature_members', ['email', 'released_email']],
  ['observers', ['email']],
  ['signer_numbers', ['email']],
]

/** The request and what holds addresses, of each row that may have one in another form than the canonical one. */
export async function* iteratePeople(
  db: Database,
): AsyncGenerator<{ readonly id: string; readonly values: unknown }> {
  for (const [table, columns] of places) {
    const values = sql.join(columns.map((column) => sql`to_jsonb(${sql.ref(column)})`))
    const selected = sql`request_id AS id, to_jsonb(ARRAY[${values}]) AS values`
    for await (const rows of scan<{ id: string; values: unknown }>(db, table, columns, selected)) yield* rows
  }
}
