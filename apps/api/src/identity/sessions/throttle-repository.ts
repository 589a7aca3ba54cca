import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'

/** So many failures within so many seconds; then no more until the window that began with the first of them is over. */
export interface ThrottleLimit {
  readonly failures: number
  readonly seconds: number
}

export interface Throttled {
  /** Seconds until the window is over. */
  readonly retryAfter: number
}

interface Row {
  failures: number
  window_started_at: Date
}

/** Has this key used its failures up? */
export async function isThrottled(
  context: Context,
  key: string,
  limit: ThrottleLimit,
): Promise<Throttled | null> {
  const found = await context.pool.query<Row>(
    'SELECT failures, window_started_at FROM throttles WHERE key = $1 AND window_started_at > $2 AND failures >= $3',
    [key, windowStart(context, limit), limit.failures],
  )
  const row = found.rows[0]
  return row ? throttled(context, row, limit) : null
}

/**
 * Counts one failure. Answers null while the key may still fail, `Throttled` for every failure beyond the limit.
 * One statement, so that of any number of parallel failures exactly `limit.failures` are answered with null.
 */
export async function countFailure(
  context: Context,
  key: string,
  limit: ThrottleLimit,
): Promise<Throttled | null> {
  const counted = await context.pool.query<Row>(
    `INSERT INTO throttles (key, window_started_at, failures) VALUES ($1, $2, 1)
     ON CONFLICT (key) DO UPDATE SET
       window_started_at = CASE WHEN throttles.window_started_at > $3 THEN throttles.window_started_at ELSE $2 END,
       failures = CASE WHEN throttles.window_started_at > $3 THEN throttles.failures + 1 ELSE 1 END
     RETURNING failures, window_started_at`,
    [key, context.now(), windowStart(context, limit)],
  )
  const row = counted.rows[0]
  return row && row.failures > limit.failures ? throttled(context, row, limit) : null
}

/** Failures without delay within so many seconds; each one more doubles the delay that follows it. */
export interface DelayLimit extends ThrottleLimit {
  /** Seconds. */
  readonly longestDelay: number
}

/** Is the delay that followed this key's newest failure still running? */
export async function isDelayed(context: Context, key: string, limit: DelayLimit): Promise<Throttled | null> {
  const found = await context.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM window_started_at + (${delay}) - $2::timestamptz)::float8 AS seconds FROM throttles
     WHERE key = $1 AND window_started_at > $3 AND failures >= $4 AND window_started_at + (${delay}) > $2`,
    [key, context.now(), windowStart(context, limit), limit.failures, limit.longestDelay],
  )
  const row = found.rows[0]
  return row ? { retryAfter: Math.max(1, Math.ceil(row.seconds)) } : null
}

/**
 * Counts one failure and starts its delay. Answers null where none was running, `Throttled` (and counts nothing) where
 * one was. The window is counted from the newest failure, which is what the delay is measured from.
 */
export async function countDelayed(
  context: Context,
  key: string,
  limit: DelayLimit,
): Promise<Throttled | null> {
  const counted = await context.pool.query(
    `INSERT INTO throttles (key, window_started_at, failures) VALUES ($1, $2, 1)
     ON CONFLICT (key) DO UPDATE SET
       window_started_at = $2,
       failures = CASE WHEN throttles.window_started_at > $3 THEN throttles.failures + 1 ELSE 1 END
     WHERE throttles.failures < $4 OR throttles.window_started_at + (${delay}) <= $2`,
    [key, context.now(), windowStart(context, limit), limit.failures, limit.longestDelay],
  )
  if (counted.rowCount) return null
  return (await isDelayed(context, key, limit)) ?? { retryAfter: 1 }
}

/** $4 failures are free; then 1 s, 2 s, 4 s, … up to $5. */
const delay = `make_interval(secs => least($5::float8, 2.0 ^ least(throttles.failures - $4, 30)))`

/** Answers 429 with the seconds to wait, where there is something to wait for. */
export function refuseThrottled(throttled: Throttled | null): void {
  if (throttled) throw new Refusal('rate.exceeded', { retryAfter: throttled.retryAfter })
}

/** Takes one back that came to nothing for a reason that is nobody's failure. */
export async function uncountFailure(context: Context, key: string): Promise<void> {
  await context.pool.query('UPDATE throttles SET failures = failures - 1 WHERE key = $1 AND failures > 0', [
    key,
  ])
}

/** After a success the key starts afresh. */
export async function clearFailures(context: Context, key: string): Promise<void> {
  await context.pool.query('DELETE FROM throttles WHERE key = $1', [key])
}

/** Forgets all keys that begin so. */
export async function clearFailuresBelow(context: Context, start: string): Promise<void> {
  await context.pool.query('DELETE FROM throttles WHERE starts_with(key, $1)', [start])
}

function windowStart(context: Context, limit: ThrottleLimit): Date {
  return new Date(context.now().getTime() - limit.seconds * 1000)
}

function throttled(context: Context, row: Row, limit: ThrottleLimit): Throttled {
  const over = row.window_started_at.getTime() + limit.seconds * 1000
  return { retryAfter: Math.max(1, Math.ceil((over - context.now().getTime()) / 1000)) }
}
