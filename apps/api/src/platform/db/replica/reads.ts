import type pg from 'pg'
import { type Database, openDatabase } from '../connect.ts'
import { isDatabaseAway } from '../database-away.ts'
import { replicaReads } from '#api/platform/metrics/instruments.ts'
import type { Replica } from './replica.ts'

/** Where lists and exports are read from: the replica, if there is one and it is up to date, else the primary. */
export interface Reads {
  readonly db: Database
  readonly pool: Pick<pg.Pool, 'query'>
  /** For lists that are planned in their own way. */
  readonly listPool: Pick<pg.Pool, 'query'>
  readonly replica: Replica | null
}

interface Pools {
  readonly pool: pg.Pool
  readonly listPool: pg.Pool
}

export function divideReads(
  primary: Pools,
  { replica, ...replicas }: Pools & { readonly replica: Replica },
): Reads {
  const pool = divided(primary.pool, replicas.pool, replica)
  return {
    db: openDatabase(pool),
    pool,
    listPool: divided(primary.listPool, replicas.listPool, replica),
    replica,
  }
}

// serialization_failure: the primary has since removed rows that the statement on the replica needs, and
// deadlock_detected: the replica needs a page that the statement holds in order to continue.
const conflicts: readonly (string | undefined)[] = ['40001', '40P01']

const run = (server: Pick<pg.Pool, 'query'>, statement: readonly unknown[]): Promise<unknown> =>
  (server.query as (...given: readonly unknown[]) => Promise<unknown>).apply(server, [...statement])

/** A pool for single statements that only read: each goes to the replica if that is up to date, and to the primary if it fails. */
function divided(primary: pg.Pool, replicas: pg.Pool, replica: Replica): pg.Pool {
  async function query(...statement: [config: unknown, values?: unknown[]]): Promise<unknown> {
    const client = await replica.lend(replicas)
    if (client)
      try {
        const result = await run(client, statement)
        client.release()
        replicaReads.inc({ server: 'replica' })
        return result
      } catch (error) {
        const isAway = isDatabaseAway(error)
        client.release(isAway)
        if (!isAway && !conflicts.includes((error as { code?: string }).code)) throw error
        if (isAway) replica.backOff()
      }
    replicaReads.inc({ server: 'primary' })
    return run(primary, statement)
  }
  // As much of a pool and its connections as Kysely uses.
  const connection = { query, release: () => {} }
  return { query, connect: async () => connection, end: async () => {} } as unknown as pg.Pool
}
