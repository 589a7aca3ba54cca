import type pg from 'pg'

/** A worker that has not written for so long hangs, whatever connection it still holds. */
const freshFor = '20 seconds'
const beatEvery = 5_000

export interface Heartbeat {
  beat(names: readonly string[]): Promise<void>
  stop(names: readonly string[]): Promise<void>
}

/** Writes down every few seconds that the workers of this process are at work. */
export function openHeartbeat(pool: pg.Pool): Heartbeat {
  let beatenAt = -Infinity
  let beatenFor = ''
  return {
    beat: async (names) => {
      const all = names.join()
      if (all === '' || (all === beatenFor && performance.now() - beatenAt < beatEvery)) return
      await pool.query(
        `INSERT INTO worker_heartbeats (name) SELECT unnest($1::text[])
         ON CONFLICT (name) DO UPDATE SET at = clock_timestamp()`,
        [names],
      )
      beatenAt = performance.now()
      beatenFor = all
      // Of workers that were killed.
      await pool.query("DELETE FROM worker_heartbeats WHERE at < clock_timestamp() - interval '1 hour'")
    },
    stop: async (names) => {
      await pool.query('DELETE FROM worker_heartbeats WHERE name = ANY($1)', [names])
    },
  }
}

/** The names of workers that are at work; there is one of a pool for each process, and those of its workers. */
export const liveWorkersSql = (lockClass: number): string => `
  SELECT h.name FROM worker_heartbeats h WHERE h.at > clock_timestamp() - interval '${freshFor}' AND EXISTS (
    SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = ${lockClass} AND l.objid = (hashtext(h.name)::bigint & 4294967295)::oid)`

/** Whether some worker is at work: it has written lately, and holds its lease, which a killed one lost in that instant. */
export async function hasLiveWorker(pool: pg.Pool, lockClass: number): Promise<boolean> {
  const { rows } = await pool.query<{ live: boolean }>(`SELECT EXISTS (${liveWorkersSql(lockClass)}) AS live`)
  return rows[0]?.live === true
}
