import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { endWithClient } from '#api/platform/db/process-lease.ts'
import { announceToAll } from './announce.ts'
import { openHeartbeat } from './heartbeat.ts'

// The queue itself gives a dead worker's jobs back after four hours. Here each worker holds an advisory lock on its
// name for as long as its process (more exactly: its connection) lives; Postgres lets go of it in the instant the
// process is killed. A job that is locked by a name that nobody holds is free again.
export const lockClass = 7463
/** What the lease of a process begins with: each has one. */
export const processPrefix = 'process-'
const sweepEvery = 1000
// A worker may take its first job just before it holds its own name.
const grace = '1 second'
// So long the answer to "give me a job" may be on its way.
const answerGrace = '10 seconds'
// After a connection that was lost. Others look twice, so far apart that a worker that lives is back in between.
const reconnectEvery = 100
const betweenLooks = 400
// Wakes every idle worker of each class.
const freedAtOnce = 100

export interface Leases {
  readonly events: WorkerEvents
  stop(): Promise<void>
}

export async function startLeases(pool: pg.Pool, log: FastifyBaseLogger): Promise<Leases> {
  const events: WorkerEvents = new EventEmitter()
  // One of the process itself, whatever pools and workers it has.
  const names = new Set([`${processPrefix}${randomUUID()}`])
  const begun = new Set<string>()
  const done = new Set<string>()
  const heartbeat = openHeartbeat(pool)
  let holder: pg.PoolClient | undefined
  let stopped = false
  let sweeping: Promise<void> = Promise.resolve()
  let connecting: Promise<void> | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let holding: Promise<unknown> = Promise.resolve()

  // One after the other: a connection takes one question at a time.
  function ask(sql: string, parameters: unknown[] = []): Promise<unknown> {
    holding = holding.catch(() => {}).then(() => holder?.query(sql, parameters))
    return holding
  }
  const hold = (name: string) => ask('SELECT pg_advisory_lock($1, hashtext($2))', [lockClass, name])
  function connect(): Promise<void> {
    connecting ??= open().finally(() => {
      connecting = undefined
    })
    return connecting
  }
  function reconnectSoon(): void {
    if (stopped) return
    reconnecting ??= setTimeout(() => {
      reconnecting = undefined
      if (!stopped && !holder) connect().catch(reconnectSoon)
    }, reconnectEvery)
  }
  async function open(): Promise<void> {
    const client = await pool.connect()
    // Given back broken, or each restart of the database would cost the pool a connection for good.
    const lose = () => {
      if (holder !== client) return
      holder = undefined
      client.release(true)
      reconnectSoon()
    }
    client.on('error', lose)
    holder = client
    try {
      await ask(endWithClient)
      for (const name of names) await hold(name)
    } catch (error) {
      // Half the names would be none the next time: others would take this worker's jobs from it.
      lose()
      throw error
    }
  }
  async function sweep(): Promise<void> {
    try {
      if (!holder) await connect()
      await heartbeat.beat([...names])
      const freed = await freeOrphans(pool)
      if (freed.length > 0) log.warn({ workers: freed }, 'freed the jobs of workers that died')
      const unheard = await releaseUnresponsive(pool, [...names], { begun, done })
      if (unheard.length > 0)
        log.warn({ jobs: unheard }, 'freed jobs that this worker took and never heard of')
      if (freed.length + unheard.length > 0) await announceToAll(pool, freedAtOnce)
    } catch (error) {
      log.error({ err: error }, 'could not look for the jobs of dead workers')
    }
  }

  const take = (name: string) => {
    names.add(name)
    hold(name).catch((error: unknown) => log.error({ err: error }, 'could not hold a lease'))
  }
  // Jobs are locked in the name of a worker, or of the pool that it belongs to.
  events.on('pool:create', ({ workerPool }) => take(workerPool.id))
  events.on('worker:create', ({ worker }) => take(worker.workerId))
  events.on('job:start', ({ job }) => void begun.add(attemptOf(job)))
  events.on('job:complete', ({ job }) => void done.add(attemptOf(job)))
  await connect()
  await sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => (stopped ? undefined : sweep()))
  }, sweepEvery)
  return {
    events,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearTimeout(reconnecting)
      await sweeping
      await connecting?.catch(() => {})
      await heartbeat
        .stop([...names])
        .catch((error: unknown) => log.warn({ err: error }, 'a heartbeat stays'))
      const last = holder
      holder = undefined
      last?.release(true)
    },
  }
}

/**
 * Gives back the jobs of workers whose name nobody holds any longer. Looks twice: a worker that lives and has only lost its
 * connection holds its name again by then, and nobody else begins what it still works on.
 */
export async function freeOrphans(pool: pg.Pool, since = grace): Promise<string[]> {
  const suspects = await findOrphans(pool, since)
  if (suspects.length === 0) return []
  await pause(betweenLooks)
  const still = new Set(await findOrphans(pool, since))
  const names = suspects.filter((name) => still.has(name))
  if (names.length > 0) await unlock(pool, names)
  return names
}

/** A job without another attempt says why it was given up, as one that failed does: it is listed, and can be retried. */
async function unlock(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET last_error = $2, updated_at = now()
     WHERE locked_by = ANY($1::text[]) AND attempts >= max_attempts`,
    [names, 'Its worker ended before the job did.'],
  )
  await pool.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [names])
}

async function findOrphans(pool: pg.Pool, since: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM (
       SELECT locked_by AS name, max(locked_at) AS locked_at FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL GROUP BY 1
       UNION SELECT locked_by, max(locked_at) FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL GROUP BY 1
     ) locked
     WHERE locked_at < now() - $2::interval AND NOT EXISTS (
       SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND l.classid = $1::int::oid AND l.objid = (hashtext(locked.name)::bigint & 4294967295)::oid)`,
    [lockClass, since],
  )
  return rows.map(({ name }) => name)
}

const attemptOf = ({ id, attempts }: { readonly id: string; readonly attempts: number }) =>
  `${id}:${attempts}`

/** Attempts that this process has begun, and those of them that have ended. Both are forgotten once the database knows, too. */
export interface Attempts {
  readonly begun: Set<string>
  readonly done: Set<string>
}

/**
 * Gives back the jobs that were taken in one of these names, of which the process never heard: the connection was lost
 * between the statement and its answer. It lives, so nobody else takes them for orphans. An attempt that was never made doesn't count.
 */
export async function releaseUnresponsive(
  pool: pg.Pool,
  names: readonly string[],
  { begun, done }: Attempts,
  since = answerGrace,
): Promise<string[]> {
  const ended = [...done]
  const { rows } = await pool.query<{ id: string; attempts: number; isLate: boolean }>(
    `SELECT id, attempts, locked_at < now() - $2::interval AS "isLate" FROM graphile_worker._private_jobs
     WHERE locked_by = ANY($1::text[])`,
    [names, since],
  )
  const locked = new Set(rows.map(attemptOf))
  for (const attempt of ended.filter((one) => !locked.has(one))) {
    begun.delete(attempt)
    done.delete(attempt)
  }
  const unheard = rows.filter((job) => job.isLate && !begun.has(attemptOf(job)))
  for (const { id, attempts } of unheard)
    await pool.query(
      `WITH freed AS (
         UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = greatest(attempts - 1, 0)
         WHERE id = $1 AND attempts = $2 AND locked_by = ANY($3::text[]) RETURNING job_queue_id)
       UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
       WHERE id IN (SELECT job_queue_id FROM freed) AND locked_by = ANY($3::text[])`,
      [id, attempts, names],
    )
  return unheard.map(({ id }) => id)
}
