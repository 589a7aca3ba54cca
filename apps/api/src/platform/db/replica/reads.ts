import type pg from 'pg'
import { type Database, openDatabase } from '../connect.ts'
import { isDatabaseAway } from '../database-away.ts'
import { replicaReads } from '#api/platform/metrics/instruments.ts'
import type { Replica } from './replica.ts'

/** Where lists and exports are read: from the replica, where there is one that is up to date, else from the primary. */
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

// What the replica refuses because the primary has removed rows meanwhile that the statement needs.
const conflict = '40001'

const run = (server: Pick<pg.Pool, 'query'>, statement: readonly unknown[]): Promise<unknown> =>
  (server.query as (...given: readonly unknown[]) => Promise<unknown>).apply(server, [...statement])

/** A pool for single statements that only read: each goes where it can be answered, and to the primary if the replica fails. */
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
        if (!isAway && (error as { code?: string }).code !== conflict) throw error
        if (isAway) replica.rest()
      }
    replicaReads.inc({ server: 'primary' })
    return run(primary, statement)
  }
  // All that Kysely asks of a pool and its connections.
  const connection = { query, release: () => {} }
  return { query, connect: async () => connection, end: async () => {} } as unknown as pg.Pool
}
