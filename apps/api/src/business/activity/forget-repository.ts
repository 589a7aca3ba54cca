import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export const tables = ['activities', 'activity_changes', 'activity_tallies'] as const

/** Removes so many rows at most of businesses that are deleted; gives how many it were. */
export async function removeOfDeleted(
  db: Reader,
  table: (typeof tables)[number],
  atMost: number,
): Promise<number> {
  const from = sql.table(table)
  const { numAffectedRows } = await sql`
    DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
      SELECT a.ctid FROM businesses b JOIN ${from} a ON a.business_id = b.id
      WHERE b.deleted_at IS NOT NULL LIMIT ${atMost}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
