import type pg from 'pg'
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

export interface NoSingleUse {
  /** Throws where the connection was lost, and with it the lock. */
  verify(): Promise<void>
  release(): Promise<void>
}

/** Null where a process keeps documents in this store alone. Until it is released none begins to. */
export async function forbidOnlyStore(pool: LockingPool, kind: StoreKind): Promise<NoSingleUse | null> {
  const client = await pool.connect()
  let lost: Error | undefined
  client.on('error', (error) => (lost = error))
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    lockClass,
    numberOf[kind],
  ])
  if (!rows[0]?.taken) {
    client.release()
    return null
  }
  return {
    verify: async () => {
      if (lost) throw lost
      await client.query('SELECT 1')
    },
    // The lock ends with the connection.
    release: async () => client.release(true),
  }
}
