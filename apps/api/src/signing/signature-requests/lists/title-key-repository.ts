import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Of the rows in one range of pages, those that have another key than today's. */
const former = (range: RawBuilder<boolean>) => sql`${range} AND title_key <> sort_key(title)`

/**
 * Renews the keys in one range, but for rows that others have locked: waiting for them while holding some could end in a deadlock.
 */
export async function renewTitleKeys(tx: Transaction, range: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH due AS (
      SELECT account_id, request_id FROM request_access WHERE ${former(range)} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE request_access a SET title_key = sort_key(a.title) FROM due
    WHERE a.account_id = due.account_id AND a.request_id = due.request_id`.execute(tx)
  return Number(numAffectedRows)
}

export async function hasFormerTitleKeys(db: Reader, range: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM request_access WHERE ${former(range)}) AS has`.execute(db)
  return rows[0]?.has === true
}
