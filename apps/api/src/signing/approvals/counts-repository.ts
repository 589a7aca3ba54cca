import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'

// Counted with what they are about: in its transaction, and not where that is undone.

export interface Span {
  readonly now: Date
  readonly period: number
}

/** How often this key has come within a period that began with its first time, this time included. */
export async function countWithin(
  tx: Transaction,
  key: string,
  { now, period }: Span,
): Promise<{ count: number; secondsLeft: number }> {
  const since = new Date(now.getTime() - period)
  const { rows } = await sql<{ failures: number; window_started_at: Date }>`
    INSERT INTO throttles (key, window_started_at, failures) VALUES (${key}, ${now}, 1)
    ON CONFLICT (key) DO UPDATE SET
      window_started_at = CASE WHEN throttles.window_started_at > ${since} THEN throttles.window_started_at ELSE ${now} END,
      failures = CASE WHEN throttles.window_started_at > ${since} THEN throttles.failures + 1 ELSE 1 END
    RETURNING failures, window_started_at`.execute(tx)
  return within(rows[0] ?? { failures: 1, window_started_at: now }, now, period)
}

/** The same, without counting. */
export async function readWithin(
  tx: Transaction,
  key: string,
  { now, period }: Span,
): Promise<{ count: number; secondsLeft: number }> {
  const row = await tx
    .selectFrom('throttles')
    .select(['failures', 'window_started_at'])
    .where('key', '=', key)
    .where('window_started_at', '>', new Date(now.getTime() - period))
    .executeTakeFirst()
  return within(row ?? { failures: 0, window_started_at: now }, now, period)
}

export async function forgetCount(tx: Transaction, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('key', '=', key).execute()
}

function within(
  { failures: count, window_started_at: from }: { failures: number; window_started_at: Date },
  now: Date,
  period: number,
) {
  return { count, secondsLeft: Math.max(1, Math.ceil((from.getTime() + period - now.getTime()) / 1000)) }
}
