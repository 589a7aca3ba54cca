import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { connect, type Database, listPlanning } from '../connect.ts'
import { divideReads, type Reads } from './reads.ts'
import { openReplica } from './replica.ts'

/** Lists and exports are read from the server at `url`; from the primary where there is none. */
export async function openReads(
  primary: { readonly pool: pg.Pool; readonly listPool: pg.Pool; readonly db: Database },
  {
    url,
    size,
    log,
  }: { readonly url: string | undefined; readonly size: number; readonly log: FastifyBaseLogger },
): Promise<{ readonly reads: Reads; close(): Promise<void> }> {
  if (url === undefined) return { reads: { ...primary, replica: null }, close: async () => {} }
  const onError = (error: Error) => log.debug({ err: error }, 'the replica has failed')
  const connection = { connectionString: url }
  // Without pipelining: the statement of a server that is cut off has to fail at once, not once it is answered.
  const pool = connect(connection, 'application', size, onError, [], { pipeline: false })
  const listPool = connect(connection, 'application', size, onError, listPlanning, { pipeline: false })
  const replica = await openReplica(primary.pool, connection, {
    pools: [pool, listPool],
    onError,
    onChange: ({ from, to }) =>
      log[to === null ? 'info' : 'warn']({ from, to }, 'the replica’s state has changed'),
  })
  return {
    reads: divideReads(primary, { pool, listPool, replica }),
    close: async () => {
      replica.close()
      await Promise.all([pool.end(), listPool.end()])
    },
  }
}
