import { sql } from 'kysely'
import { deleteInParts } from '#api/platform/db/delete-in-parts.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface Count {
  readonly key: string
  readonly by: number
}

/** One of several. */
export interface KeyedCount extends AttemptCount {
  readonly key: string
}

export interface AttemptCount {
  readonly count: number
  readonly startedAt: Date
}

/**
 * Adds to each count; one whose window began before `since` starts again. One statement, so that of any number at once
 * each gets a count of its own.
 */
export async function increment(
  db: Reader,
  counts: readonly Count[],
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<KeyedCount[]> {
  const keys = counts.map(({ key }) => key)
  const additions = counts.map(({ by }) => by)
  // In one order: of two transactions that count the same mailboxes neither waits for the other in the middle.
  const counted = await sql<KeyedCount>`
    INSERT INTO throttles (key, window_started_at, failures)
    SELECT key, ${now}, by FROM unnest(${keys}::text[], ${additions}::int[]) AS given (key, by) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      window_started_at = CASE WHEN throttles.window_started_at > ${since}
        THEN throttles.window_started_at ELSE excluded.window_started_at END,
      failures = CASE WHEN throttles.window_started_at > ${since}
        THEN throttles.failures + excluded.failures ELSE excluded.failures END
    RETURNING throttles.key, failures AS count, window_started_at AS "startedAt"`.execute(db)
  return counted.rows
}

/** The count, where its window began after `since`. */
export async function find(db: Reader, key: string, since: Date): Promise<AttemptCount | null> {
  const row = await db
    .selectFrom('throttles')
    .select(['failures as count', 'window_started_at as startedAt'])
    .where('key', '=', key)
    .where('window_started_at', '>', since)
    .executeTakeFirst()
  return row ?? null
}

export interface Delay {
  readonly now: Date
  readonly since: Date
  /** So many failures are free; then the delay is 1 s, 2 s, 4 s, … */
  readonly free: number
  /** Seconds. */
  readonly longest: number
}

const delayOf = ({ free, longest }: Delay) =>
  sql`make_interval(secs => least(${longest}::float8, 2.0 ^ least(throttles.failures - ${free}::int, 30)))`

/** Seconds until the delay is over that followed the newest failure; null where none is running. */
export async function findDelay(db: Reader, key: string, delay: Delay): Promise<number | null> {
  const end = sql`window_started_at + (${delayOf(delay)})`
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM ${end} - ${delay.now}::timestamptz)::float8 AS seconds FROM throttles
    WHERE key = ${key} AND window_started_at > ${delay.since} AND failures >= ${delay.free}
      AND ${end} > ${delay.now}`.execute(db)
  return rows[0]?.seconds ?? null
}

/**
 * Counts a failure and starts its delay; false, and counts nothing, where one is running. The window is counted from the
 * newest failure, which is what the delay is measured from.
 */
export async function incrementDelayed(db: Reader, key: string, delay: Delay): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO throttles (key, window_started_at, failures) VALUES (${key}, ${delay.now}, 1)
    ON CONFLICT (key) DO UPDATE SET
      window_started_at = ${delay.now},
      failures = CASE WHEN throttles.window_started_at > ${delay.since} THEN throttles.failures + 1 ELSE 1 END
    WHERE throttles.failures < ${delay.free}
      OR throttles.window_started_at + (${delayOf(delay)}) <= ${delay.now}`.execute(db)
  return numAffectedRows === 1n
}

export async function decrement(db: Reader, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute()
}

export async function remove(db: Reader, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** All keys that begin so. */
export async function removeBelow(db: Reader, start: string): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where(sql<boolean>`starts_with(key, ${start})`)
    .execute()
}

export async function purge(db: Reader, before: Date): Promise<number> {
  return deleteInParts(async (atMost) => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM throttles WHERE key IN (
        SELECT key FROM throttles WHERE window_started_at < ${before} LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`.execute(
      db,
    )
    return numAffectedRows
  })
}
