import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'

export interface Count {
  readonly key: string
  readonly by: number
}

/** Adds to each count in this transaction; one whose window began before `since` starts again. */
export async function countTogether(
  tx: Transaction,
  counts: readonly Count[],
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<{ readonly count: number; readonly startedAt: Date }[]> {
  const keys = counts.map(({ key }) => key)
  const additions = counts.map(({ by }) => by)
  // In one order: of two transactions that count the same mailboxes neither waits for the other in the middle.
  const counted = await sql<{ failures: number; window_started_at: Date }>`
    INSERT INTO throttles (key, window_started_at, failures)
    SELECT key, ${now}, by FROM unnest(${keys}::text[], ${additions}::int[]) AS given (key, by) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      window_started_at = CASE WHEN throttles.window_started_at > ${since}
        THEN throttles.window_started_at ELSE excluded.window_started_at END,
      failures = CASE WHEN throttles.window_started_at > ${since}
        THEN throttles.failures + excluded.failures ELSE excluded.failures END
    RETURNING failures, window_started_at`.execute(tx)
  return counted.rows.map((row) => ({ count: row.failures, startedAt: row.window_started_at }))
}
