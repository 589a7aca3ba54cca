import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import type pg from 'pg'
import { type Callback, perApiUser, perHost } from './callback.ts'
import { type CallbackRow, toCallback } from './repository.ts'

export interface ClaimedCallback extends Callback {
  readonly host: string
  readonly firstAttemptAt: Date
  /** Its API user or business was deleted: nobody is told any longer. */
  readonly isEnded: boolean
}

/** Longer than an attempt can take: then its worker is dead, and another one may begin the next. */
const leaseSeconds = 30

// Planning it takes ten times as long as carrying it out: it is prepared once per connection.
const claim = `WITH RECURSIVE lines AS (
    (SELECT host, api_user_id FROM callbacks WHERE state = 'OPEN' AND due_at IS NOT NULL
     ORDER BY host, api_user_id LIMIT 1)
    UNION ALL
    SELECT next.host, next.api_user_id FROM lines CROSS JOIN LATERAL (
      SELECT c.host, c.api_user_id FROM callbacks c
      WHERE c.state = 'OPEN' AND c.due_at IS NOT NULL AND (c.host, c.api_user_id) > (lines.host, lines.api_user_id)
      ORDER BY c.host, c.api_user_id LIMIT 1) next
  ), sending AS MATERIALIZED (
    SELECT host, api_user_id FROM callbacks WHERE claimed_until > clock_timestamp()
  ), first_of_lines AS (
    SELECT due.*, row_number() OVER (PARTITION BY due.host, due.api_user_id ORDER BY due.due_at, due.position)
      + (SELECT count(*) FROM sending s WHERE s.host = due.host AND s.api_user_id = due.api_user_id) AS nth
    FROM lines CROSS JOIN LATERAL (
      SELECT c.id, c.host, c.api_user_id, c.due_at, c.position FROM callbacks c
      WHERE c.state = 'OPEN' AND c.host = lines.host AND c.api_user_id = lines.api_user_id AND c.due_at <= $1::timestamptz
        AND (c.claimed_until IS NULL OR c.claimed_until <= clock_timestamp())
      ORDER BY c.due_at, c.position LIMIT $3::int) due
  ), by_host AS (
    SELECT f.*, row_number() OVER (PARTITION BY host ORDER BY nth, due_at, position)
      + (SELECT count(*) FROM sending s WHERE s.host = f.host) AS nth_of_host
    FROM first_of_lines f
  ), by_user AS (
    SELECT h.*, row_number() OVER (PARTITION BY api_user_id ORDER BY due_at, position)
      + (SELECT count(*) FROM sending s WHERE s.api_user_id = h.api_user_id) AS nth_of_user
    FROM by_host h WHERE nth_of_host <= $3::int
  ), taken AS (
    SELECT id FROM by_user WHERE nth_of_user <= $4::int ORDER BY nth_of_user, due_at, position LIMIT $2::int
  )
  UPDATE callbacks c SET attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, $1::timestamptz),
    claimed_until = clock_timestamp() + make_interval(secs => $5::int)
  FROM taken, api_users u, businesses b
  WHERE c.id = taken.id AND u.id = c.api_user_id AND b.id = c.business_id
    -- Once more of the row as it is now: it may have been delivered in this moment, after its lease had run out.
    AND c.state = 'OPEN' AND (c.claimed_until IS NULL OR c.claimed_until <= clock_timestamp())
  RETURNING c.id, c.host, c.request_id, c.signature_id, c.document_id, c.api_user_id, c.type, c.url, c.state, c.attempts,
    c.due_at, c.created_at, c.updated_at, c.first_attempt_at, u.username,
    (u.deleted_at IS NOT NULL OR b.deleted_at IS NOT NULL) AS is_ended`

/**
 * Takes callbacks that are due, so many at most. They are looked for by line (host and API user), with one step in an index
 * for each: ten thousand of one line cost the others nothing. Of a host's free slots each API user gets its share, and of
 * the process's, too.
 */
export async function claimDue(pool: pg.Pool, now: Date, most: number): Promise<ClaimedCallback[]> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    // One process after the other, or two would each fill a host's slots.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.callbackClaims})`)
    const values = [now, most, perHost, perApiUser, leaseSeconds]
    const { rows } = await client.query<Row>({ name: 'claim-callbacks', text: claim, values })
    await client.query('COMMIT')
    return rows.map(toClaimed)
  } catch (error) {
    lost = error as Error
    throw error
  } finally {
    // One that failed is in a transaction still: it is closed.
    client.release(lost)
  }
}

function toClaimed(row: Row): ClaimedCallback {
  return {
    ...toCallback(row),
    host: row.host,
    firstAttemptAt: row.first_attempt_at,
    isEnded: row.is_ended,
  }
}

interface Row extends CallbackRow {
  readonly host: string
  readonly first_attempt_at: Date
  readonly is_ended: boolean
}
