import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface Addition {
  readonly key: string
  readonly by: number
}

export interface Total {
  readonly key: string
  readonly calls: number
  /** Milliseconds until the window ends. */
  readonly left: number
}

/**
 * Adds the calls that a process has counted; a count whose window is over starts again. By the database's clock, because those of
 * processes may differ. Ordered by key, so that two processes can't deadlock.
 */
export async function addCalls(
  db: Reader,
  additions: readonly Addition[],
  windowSeconds: number,
): Promise<Total[]> {
  const keys = additions.map(({ key }) => key)
  const calls = additions.map(({ by }) => by)
  const { rows } = await sql<Total>`
    INSERT INTO call_counts AS c (key, window_started_at, calls)
    SELECT key, clock_timestamp(), by FROM unnest(${keys}::text[], ${calls}::int[]) AS given (key, by) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      window_started_at = CASE WHEN c.window_started_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
        THEN c.window_started_at ELSE excluded.window_started_at END,
      calls = CASE WHEN c.window_started_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
        THEN c.calls + excluded.calls ELSE excluded.calls END
    RETURNING key, calls,
      1000 * (${windowSeconds} - extract(epoch FROM clock_timestamp() - window_started_at))::float8 AS left`.execute(
    db,
  )
  return rows
}

/** Deletes counts whose window ended a while ago, and returns how many. Skips those that another process is deleting. */
export async function deleteOldCounts(db: Reader, size: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM call_counts WHERE key IN (
      SELECT key FROM call_counts WHERE window_started_at < clock_timestamp() - interval '2 minutes'
      LIMIT ${size} FOR UPDATE SKIP LOCKED)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
