import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect, type Connection } from '../connect.ts'

/** Why nothing is read from the replica; null if it is used. */
export type ReplicaProblem = 'unreachable' | 'lagging' | 'not_a_replica' | 'other_installation'

export interface ReplicaState {
  readonly problem: ReplicaProblem | null
  /** What the primary has written and the replica has not yet applied, as of the last check; null if unknown. */
  readonly lagBytes: number | null
}

export interface Replica {
  /** A connection to the replica, which has applied everything committed before; null where the primary has to be asked. */
  lend(pool: pg.Pool): Promise<pg.PoolClient | null>
  /** After a failure: for a moment every read goes to the primary. */
  backOff(): void
  state(): ReplicaState
  close(): void
}

export interface ReplicaOptions {
  /** Pools of connections to it, which `lend` is called with. */
  readonly pools?: readonly pg.Pool[]
  onError?(error: Error): void
  onChange?(state: { readonly from: ReplicaProblem | null; readonly to: ReplicaProblem | null }): void
}

/** The longest that a call waits for the replica to catch up (milliseconds) before the primary is asked. */
const patience = 60
const firstPause = 2
/** How long reads go to the primary after a failure, or after the replica hasn't caught up in time. */
const backOffFor = 1_000
const checkEvery = 1_000
/** It lags if it hasn't applied what the primary had written this many checks ago. */
const checksBehind = 5
/** Within this time (milliseconds) a replica that doesn't keep up is found to lag; checks take some time as well. */
export const lagShowsWithin = (checksBehind + 2) * checkEvery
const answersWithin = 3_000

/** A position in the write-ahead log, `16/B374D848`. */
export function readPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Monitors a streaming replica. Each read first asks the primary for the position of its log, which is past every acknowledged
 * commit, and then the replica whether it has applied that: it sees every earlier change, made by anyone at any node.
 */
export async function openReplica(
  primary: pg.Pool,
  connection: Connection,
  { pools = [], onError = () => {}, onChange = () => {} }: ReplicaOptions = {},
): Promise<Replica> {
  const own = connect(connection, 'application', 1, onError, [], { pipeline: false })
  const lent = new Set<pg.PoolClient>()
  for (const pool of pools) {
    pool.on('acquire', (client) => lent.add(client))
    pool.on('release', (_error, client) => lent.delete(client))
  }
  const applied = new WeakMap<pg.PoolClient, bigint>()
  // Unknown until the first check.
  let state: ReplicaState = { problem: 'unreachable', lagBytes: null }
  let backsOffUntil = 0
  let before: bigint[] = []
  let isClosed = false

  const backOff = () => void (backsOffUntil = performance.now() + backOffFor)

  async function lend(pool: pg.Pool): Promise<pg.PoolClient | null> {
    if (state.problem !== null || performance.now() < backsOffUntil) return null
    const wanted = await committedPosition(primary)
    const client = await pool.connect().catch(() => null)
    if (!client) {
      backOff()
      return null
    }
    if (await hasApplied(client, wanted)) return client
    backOff()
    return null
  }

  /** Gives the connection back where it hasn't. */
  async function hasApplied(client: pg.PoolClient, wanted: bigint): Promise<boolean> {
    const until = performance.now() + patience
    try {
      for (let wait = firstPause; ; wait *= 2) {
        if ((applied.get(client) ?? -1n) >= wanted) return true
        const position = await appliedPosition(client)
        if (position !== null) applied.set(client, position)
        if (position !== null && position >= wanted) return true
        if (position === null || performance.now() + wait > until) break
        await pause(wait)
      }
      client.release()
    } catch (error) {
      client.release(true)
      onError(error as Error)
    }
    return false
  }

  async function check(): Promise<void> {
    const committed = await committedPosition(primary)
    const found = await examine(committed).catch((error: Error) => {
      onError(error)
      return { problem: 'unreachable', lagBytes: null } as const
    })
    before = [...before.slice(1 - checksBehind), committed]
    if (found.problem !== state.problem) onChange({ from: state.problem, to: found.problem })
    state = found
    // A server that is cut off answers nothing, not even that: the statements it was given go to the primary.
    if (found.problem === 'unreachable') for (const client of lent) endAtOnce(client)
  }
  async function examine(committed: bigint): Promise<ReplicaState> {
    const primaryId = await installationOf(primary)
    const client = await own.connect()
    // If there is no answer, its connection is closed.
    let isGivenUp = false
    const timer = setTimeout(() => {
      isGivenUp = true
      client.release(true)
    }, answersWithin)
    try {
      const id = await installationOf(client)
      const position = await appliedPosition(client)
      if (id !== primaryId) return { problem: 'other_installation', lagBytes: null }
      if (position === null) return { problem: 'not_a_replica', lagBytes: null }
      const oldest = before.length < checksBehind ? 0n : (before[0] ?? 0n)
      return {
        problem: position < oldest ? 'lagging' : null,
        lagBytes: Number(committed > position ? committed - position : 0n),
      }
    } finally {
      clearTimeout(timer)
      if (!isGivenUp) client.release()
    }
  }

  let timer: NodeJS.Timeout | undefined
  const checkAgain = () => {
    timer = setTimeout(() => {
      // While the primary is unavailable, nothing is read anywhere.
      void check()
        .catch(() => {})
        .then(() => !isClosed && checkAgain())
    }, checkEvery).unref()
  }
  await check().catch(() => {})
  checkAgain()
  return {
    lend,
    backOff,
    state: () => state,
    close: () => {
      isClosed = true
      clearTimeout(timer)
      own.end().catch(() => {})
    },
  }
}

/** Its statement fails, as if the server had closed the connection; the pool gives it up once it is released. */
function endAtOnce(client: pg.PoolClient): void {
  ;(client as unknown as pg.Client).end().catch(() => {})
}

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** Past every acknowledged commit. */
async function committedPosition(primary: Queryable): Promise<bigint> {
  // With synchronous_commit = off a commit is acknowledged before it is flushed.
  const { rows } = await primary.query<{ at: string }>(
    `SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
       ELSE pg_current_wal_flush_lsn() END)::text AS at`,
  )
  return readPosition(rows[0]?.at ?? '')
}

/** Null if it isn't a replica: it may have been promoted. */
async function appliedPosition(replica: Queryable): Promise<bigint | null> {
  const { rows } = await replica.query<{ at: string | null }>(
    'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS at',
  )
  const at = rows[0]?.at
  return at ? readPosition(at) : null
}

async function installationOf(server: Queryable): Promise<string | undefined> {
  const { rows } = await server.query<{ id: string }>('SELECT id FROM installation')
  return rows[0]?.id
}
