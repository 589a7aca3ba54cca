import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import { keyedCall } from './call-result.ts'
import { isDatabaseAway } from './database-away.ts'

/**
 * What the answer needs that is read after the work was committed. Where the database is away for a moment it is read again:
 * a call that failed now would be repeated by its client, and with it the work.
 */
export async function readForAnswer<Result>(read: () => Promise<Result>): Promise<Result> {
  if (!keyedCall()) return read()
  for (const wait of pausesBeforeReading) {
    try {
      return await read()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await pause(wait)
    }
  }
  return read()
}

/** Together longer than a server takes to restart, or to end a transaction whose client is gone. */
const pausesBetweenTries = [0, 100, 400, 1500, 3000]
const pausesBeforeReading = pausesBetweenTries.slice(1)

/**
 * A connection that is lost during COMMIT doesn't tell whether the transaction was committed. Those of a call with a key find out: what
 * was done is not reported as failed. Asks on another connection what became of a transaction
 * (pg_xact_status); null where nobody can tell in time.
 */
export async function findOutcome(
  pool: Pick<PostgresPool, 'connect'>,
  xid: string,
): Promise<'committed' | 'aborted' | null> {
  for (const wait of pausesBetweenTries) {
    await pause(wait)
    const status = await askOutcome(pool, xid).catch((error: unknown) => {
      if (isDatabaseAway(error)) return 'away'
      throw error
    })
    if (status === 'committed' || status === 'aborted') return status
    // So old that the server doesn't know it any longer, or of another server.
    if (status === null) return null
  }
  return null
}

async function askOutcome(pool: Pick<PostgresPool, 'connect'>, xid: string): Promise<string | null> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [xid],
    )
    return rows[0]?.status ?? null
  } finally {
    client.release()
  }
}
