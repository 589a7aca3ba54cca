import { type ParsedCronItem, parseCrontab } from 'graphile-worker'
import type { OwnerPool } from '#api/platform/db/connect.ts'

const minute = 60_000
/** What was due while no worker ran is done once, this long afterwards at most. */
const madeUpFor = 24 * 60 * minute
const retryAfter = 5_000
// A timer may fire a moment early.
const margin = 20

export interface TimetableParts {
  readonly pool: OwnerPool
  readonly log: { error(details: object, message: string): void }
}

export interface Timetable {
  stop(): Promise<void>
}

/**
 * Adds the scheduled jobs, each once however many processes do so. By the database's clock: the queue library goes by the
 * machine's, and one machine whose clock was a month ahead would have noted, for all of them, that everything was done until then.
 */
export function startTimetable({ pool, log }: TimetableParts, crontab: string): Timetable {
  const items = parseCrontab(crontab)
  let lookedUntil: Date | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<number> {
    if (!lookedUntil) await register(pool, items)
    const now = await readClock(pool)
    // It may have been set back.
    const isBehind = lookedUntil !== undefined && lookedUntil > now
    const from = isBehind ? now.getTime() - minute : (lookedUntil?.getTime() ?? -Infinity)
    await addDue(pool, listDue(items, from, now))
    lookedUntil = now
    return minute - (now.getTime() % minute) + margin
  }
  function lookAfter(milliseconds: number): void {
    timer = setTimeout(() => void (looking = lookAgain()), milliseconds)
  }
  async function lookAgain(): Promise<void> {
    const next = await look().catch((error: unknown) => {
      log.error({ err: error }, 'could not add the scheduled jobs')
      return retryAfter
    })
    if (!isStopped) lookAfter(next)
  }

  looking = lookAgain()
  return {
    stop: async () => {
      isStopped = true
      await looking
      clearTimeout(timer)
    },
  }
}

async function readClock(pool: OwnerPool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  if (!rows[0]) throw new Error('the database does not tell the time')
  return rows[0].at
}

/** One that is new begins with its next time. */
async function register(pool: OwnerPool, items: readonly ParsedCronItem[]): Promise<void> {
  await pool.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since)
     SELECT identifier, clock_timestamp() FROM unnest($1::text[]) AS identifier ON CONFLICT DO NOTHING`,
    [items.map(({ identifier }) => identifier)],
  )
}

interface DueJob {
  readonly identifier: string
  readonly task: string
  readonly maxAttempts: number | undefined
  readonly at: Date
}

/** Each with the latest of its times after `from`, up to `until`. */
function listDue(items: readonly ParsedCronItem[], from: number, until: Date): DueJob[] {
  const earliest = Math.max(from, until.getTime() - madeUpFor)
  const due = new Map<string, DueJob>()
  for (let time = until.getTime() - (until.getTime() % minute); time > earliest; time -= minute) {
    const at = new Date(time)
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    for (const { identifier, task, options, match } of items)
      if (!due.has(identifier) && match(digest))
        due.set(identifier, { identifier, task, maxAttempts: options.maxAttempts, at })
  }
  return [...due.values()]
}

/**
 * The first process to note a time adds its job, in place of earlier ones of the task that were given up: it does what they didn't. A
 * time that was noted ahead of the database's clock, by a machine whose own was wrong, holds up nothing.
 */
async function addDue(pool: OwnerPool, due: readonly DueJob[]): Promise<void> {
  if (due.length === 0) return
  await pool.query(
    `WITH noted AS (
       UPDATE graphile_worker._private_known_crontabs known SET last_execution = due.at
       FROM json_to_recordset($1::json) AS due (identifier text, task text, "maxAttempts" int, at timestamptz)
       WHERE known.identifier = due.identifier AND (coalesce(known.last_execution, known.known_since) < due.at
         OR coalesce(known.last_execution, known.known_since) > clock_timestamp() + interval '1 minute')
       RETURNING due.task, due."maxAttempts", due.at
     ), given_up AS (
       DELETE FROM graphile_worker._private_jobs WHERE id IN (
         SELECT jobs.id FROM graphile_worker._private_jobs jobs
           JOIN graphile_worker._private_tasks tasks ON tasks.id = jobs.task_id
         WHERE tasks.identifier IN (SELECT task FROM noted) AND jobs.payload -> '_cron' IS NOT NULL
           AND jobs.locked_at IS NULL AND jobs.attempts >= jobs.max_attempts
         FOR UPDATE OF jobs SKIP LOCKED)
     )
     SELECT graphile_worker.add_job(task, json_build_object('_cron', json_build_object('ts', at)),
       max_attempts => "maxAttempts") FROM noted`,
    [JSON.stringify(due)],
  )
}
