import type pg from 'pg'
import { withClient } from '#api/platform/db/connect.ts'
import type { StoreKind } from '#api/platform/settings/document-store.ts'

export type LockingClient = pg.ClientBase
export type LockingPool = pg.Pool

// The first half of the advisory lock's key; the second is the kind of the store.
const lockClass = 7465
const numberOf: Readonly<Record<StoreKind, number>> = { folder: 1, s3: 2 }

/** Held by each process that keeps documents in this store alone, as long as its connection lives. False while they move. */
export async function holdOnlyStore(client: LockingClient, kind: StoreKind): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock_shared($1, $2) AS taken',
    [lockClass, numberOf[kind]],
  )
  return rows[0]?.taken === true
}

/**
 * Works while no process keeps documents in this store alone, and none begins to. `verify` throws where the connection was
 * lost, and with it the lock. Null, without any work, where a process does.
 */
export async function whileNoOnlyStore<Result>(
  pool: LockingPool,
  kind: StoreKind,
  work: (verify: () => Promise<unknown>) => Promise<Result>,
): Promise<Result | null> {
  return withClient(pool, async (client) => {
    const lock = [lockClass, numberOf[kind]]
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS taken',
      lock,
    )
    if (!rows[0]?.taken) return null
    try {
      return await work(() => client.query('SELECT 1'))
    } finally {
      // The server may see the end of the connection later than who begins again. Where the connection was lost, so is the lock.
      await client.query('SELECT pg_advisory_unlock($1, $2)', lock).catch(() => {})
    }
  })
}
