import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** 4 MB. */
const pagesAtOnce = 512

/** How many ranges of pages the table has. */
export async function countRanges(db: Reader): Promise<number> {
  const { rows } = await sql<{ ranges: number }>`
    SELECT ceil(pg_relation_size('request_access') / current_setting('block_size')::float / ${pagesAtOnce})::int AS ranges
  `.execute(db)
  return rows[0]?.ranges ?? 0
}

/** Of the rows in one range of pages, those that have another key than today's. */
const former = (range: number) =>
  sql`ctid >= ${`(${range * pagesAtOnce},0)`}::tid AND ctid < ${`(${(range + 1) * pagesAtOnce},0)`}::tid
    AND title_key <> sort_key(title)`

/**
 * Renews the keys in one range, but for rows that others have locked: waiting for them while holding some could end in a deadlock.
 */
export async function renewTitleKeys(tx: Transaction, range: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH due AS (
      SELECT account_id, request_id FROM request_access WHERE ${former(range)} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE request_access a SET title_key = sort_key(a.title) FROM due
    WHERE a.account_id = due.account_id AND a.request_id = due.request_id`.execute(tx)
  return Number(numAffectedRows)
}

export async function hasFormerTitleKeys(db: Reader, range: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM request_access WHERE ${former(range)}) AS has`.execute(db)
  return rows[0]?.has === true
}
