import type { Job } from 'graphile-worker'
import type { OwnerPool } from '#api/platform/db/connect.ts'
import { ClockDiffers } from '#api/platform/db/database-clock.ts'

/** After which any worker may take it: soon enough for the jobs of each minute, and no burden while all clocks are wrong. */
const pause = '30 seconds'

/**
 * Runs a job's work. One that this process may not do because of its clock isn't used up by that: the try doesn't count, so
 * that the job runs once a worker whose clock is right takes it.
 */
export async function leavingToOthers<Result>(
  owner: Pick<OwnerPool, 'query'>,
  job: Pick<Job, 'id'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ClockDiffers) await putBack(owner, job.id)
    throw error
  }
}

/** The queue adds its own pause to this one. Of a scheduled job one is kept: the timetable adds another each time. */
async function putBack(owner: Pick<OwnerPool, 'query'>, id: string): Promise<void> {
  await owner.query(
    `WITH own AS (
       UPDATE graphile_worker._private_jobs
       SET attempts = greatest(attempts - 1, 0), run_at = greatest(run_at, now()) + $2::interval
       WHERE id = $1 RETURNING id, task_id, payload
     )
     DELETE FROM graphile_worker._private_jobs WHERE id IN (
       SELECT other.id FROM graphile_worker._private_jobs other
         JOIN own ON own.task_id = other.task_id AND own.id <> other.id AND own.payload -> '_cron' IS NOT NULL
       WHERE other.locked_at IS NULL AND other.payload -> '_cron' IS NOT NULL
       FOR UPDATE OF other SKIP LOCKED)`,
    [id, pause],
  )
}
