import type pg from 'pg'
import { expect } from 'vitest'
import { announceToAll } from '#api/platform/jobs/announce.ts'
import type { JobName } from '#api/platform/jobs/enqueue.ts'

/** Has the workers run a job as the timetable does, once. Answers why it failed, or null. */
export async function runJobOnce(owner: pg.Pool, name: JobName): Promise<string | null> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job($1, '{}', max_attempts => 1)`,
    [name],
  )
  await announceToAll(owner, 1)
  const id = rows[0]?.id
  let error: string | null = null
  const isDone = async () => {
    const left = await owner.query<{ last_error: string | null }>(
      'SELECT last_error FROM graphile_worker._private_jobs WHERE id = $1',
      [id],
    )
    error = left.rows[0]?.last_error ?? null
    return left.rowCount === 0 || error !== null
  }
  await expect.poll(isDone, { interval: 20 }).toBe(true)
  return error
}
