import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export const tables = ['activities', 'activity_changes', 'activity_tallies'] as const
type Table = (typeof tables)[number]

const removing: Record<Table, (rows: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  activities: (rows) => sql`DELETE FROM activities WHERE ctid = ANY(ARRAY(${rows}))`,
  activity_changes: (rows) => sql`DELETE FROM activity_changes WHERE ctid = ANY(ARRAY(${rows}))`,
  activity_tallies: (rows) => sql`DELETE FROM activity_tallies WHERE ctid = ANY(ARRAY(${rows}))`,
}

/** Removes so many rows at most of businesses that are deleted; gives how many it were. */
export async function removeOfDeleted(db: Reader, table: Table, atMost: number): Promise<number> {
  const rows = sql`
    SELECT a.ctid FROM businesses b JOIN ${sql.table(table)} a ON a.business_id = b.id
    WHERE b.deleted_at IS NOT NULL LIMIT ${atMost}`
  const { numAffectedRows } = await removing[table](rows).execute(db)
  return Number(numAffectedRows ?? 0)
}
