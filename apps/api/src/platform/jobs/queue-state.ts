import type pg from 'pg'
import { announceToAll } from './announce.ts'

/** The owner's connection, or its pool: the queue's tables are the owner's alone. */
type Owner = Pick<pg.Pool, 'query'>

export interface TaskState {
  readonly task: string
  /** Could run at this moment. */
  readonly waiting: number
  /** For later: planned, or after a failed attempt. */
  readonly later: number
  readonly running: number
  /** Have failed at least once and will be tried again. */
  readonly retrying: number
  /** Have failed for good. */
  readonly failed: number
  /** For how many seconds the oldest one that could run has waited. */
  readonly oldestWaiting: number
}

/** How the queue stands, by task. */
export async function listTaskStates(owner: Owner): Promise<TaskState[]> {
  const { rows } = await owner.query<TaskState>(`
    SELECT task_identifier AS task,
      count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE state = 'later')::int AS later,
      count(*) FILTER (WHERE state = 'running')::int AS running,
      count(*) FILTER (WHERE state <> 'failed' AND attempts > 0 AND last_error IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'waiting')), 0)::float8 AS "oldestWaiting"
    FROM (SELECT *, CASE
        WHEN locked_at IS NOT NULL THEN 'running'
        WHEN attempts >= max_attempts THEN 'failed'
        WHEN run_at > now() THEN 'later'
        ELSE 'waiting' END AS state
      FROM graphile_worker.jobs) AS jobs
    GROUP BY 1 ORDER BY 1`)
  return rows
}

/**
 * Removes the queues that releases before turns (docs/decisions/0106) made for each request and account, where they have no jobs:
 * each search for a job would lock them all. Answers how many. An older release that still runs may add a job to one in this very
 * moment: the next time that job is freed, for without its queue it would never run.
 */
export async function removeFormerQueues(owner: Owner): Promise<number> {
  await owner.query(`
    UPDATE graphile_worker._private_jobs AS jobs SET job_queue_id = NULL
    WHERE job_queue_id IS NOT NULL AND locked_at IS NULL
      AND NOT EXISTS (SELECT FROM graphile_worker._private_job_queues WHERE id = jobs.job_queue_id)`)
  const { rowCount } = await owner.query(`
    DELETE FROM graphile_worker._private_job_queues AS queues
    WHERE (queue_name LIKE 'request:%' OR queue_name LIKE 'retention:%') AND locked_at IS NULL
      AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE job_queue_id = queues.id)`)
  return rowCount ?? 0
}

/** The keys that begin so of all jobs there are, running or not. */
export async function listKeys(owner: Owner, prefix: string): Promise<Set<string>> {
  const { rows } = await owner.query<{ key: string }>(
    'SELECT key FROM graphile_worker._private_jobs WHERE starts_with(key, $1)',
    [prefix],
  )
  return new Set(rows.map(({ key }) => key))
}

export interface FailedJob {
  readonly id: string
  readonly task: string
  readonly attempts: number
  readonly isFinal: boolean
  readonly nextAttempt: Date | null
  readonly failedAt: Date
  readonly error: string
}

/**
 * Jobs whose last attempt failed, the newest failure first: those after one of them, by its id, where one is given. What
 * they carry isn't read: it may be about people.
 */
export async function listFailedJobs(
  owner: Owner,
  { limit, after = null }: { readonly limit: number; readonly after?: string | null },
): Promise<FailedJob[]> {
  const { rows } = await owner.query<FailedJob>(
    `SELECT id::text, task_identifier AS task, attempts, attempts >= max_attempts AS "isFinal",
       CASE WHEN attempts < max_attempts THEN run_at END AS "nextAttempt", updated_at AS "failedAt", last_error AS error
     FROM graphile_worker.jobs AS jobs WHERE last_error IS NOT NULL AND locked_at IS NULL
       AND ($2::bigint IS NULL OR (jobs.updated_at, jobs.id) < (SELECT updated_at, id FROM graphile_worker.jobs WHERE id = $2))
     ORDER BY jobs.updated_at DESC, jobs.id DESC LIMIT $1`,
    [limit, after],
  )
  return rows
}

export async function isFailedJob(owner: Owner, id: string): Promise<boolean> {
  const { rowCount } = await owner.query(
    'SELECT FROM graphile_worker.jobs WHERE id = $1 AND last_error IS NOT NULL AND locked_at IS NULL',
    [id],
  )
  return rowCount === 1
}

/**
 * Jobs that have failed run now, with all their attempts: all of them, those of one task, or one by its id. Jobs that run
 * at this moment are left alone. Answers the ids.
 */
export async function retryFailedJobs(
  owner: Owner,
  which: { readonly task?: string; readonly id?: string } = {},
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT r.id::text FROM graphile_worker.reschedule_jobs(
       ARRAY(SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND locked_at IS NULL
         AND ($1::text IS NULL OR task_identifier = $1) AND ($2::bigint IS NULL OR id = $2)),
       run_at => now(), attempts => 0) AS r`,
    [which.task ?? null, which.id ?? null],
  )
  if (rows.length > 0) await announceToAll(owner, rows.length)
  return rows.map(({ id }) => id)
}
