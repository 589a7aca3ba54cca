import { sql } from 'kysely'
import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import { scan } from '#api/platform/db/conversion/address-column.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Tables } from '#api/platform/db/tables.ts'

/** Not while another worker is at it: each minute a job looks whether there is something to convert. */
export async function whileAlone(db: Database, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (session) => {
    const { rows } = await sql<{
      free: boolean
    }>`SELECT pg_try_advisory_lock(${advisoryLocks.addresses}) AS free`.execute(session)
    if (!rows[0]?.free) return
    try {
      await work()
    } finally {
      await sql`SELECT pg_advisory_unlock(${advisoryLocks.addresses})`.execute(session)
    }
  })
}

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
