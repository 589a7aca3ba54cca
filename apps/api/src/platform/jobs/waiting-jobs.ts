import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import type { JobName, Jobs } from './enqueue.ts'

/**
 * Whether a job is still to be done whose payload has these values: waiting, running, or to be tried again. One that was
 * given up for good isn't.
 */
export async function isToBeDone<Name extends JobName>(
  db: Reader,
  name: Name,
  payload: Partial<Jobs[Name]>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT is_job_to_be_done(${name}, ${JSON.stringify(payload)}::jsonb) AS found`.execute(db)
  return rows[0]?.found === true
}

/** The application sees no job of the queue: it is told yes or no. Made again at each start. */
export function waitingJobsSql(applicationRole: string): string {
  return `
    CREATE OR REPLACE FUNCTION is_job_to_be_done(name text, part jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      SELECT EXISTS (
        SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = name AND j.payload::jsonb @> part
          AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))
    $$;
    REVOKE ALL ON FUNCTION is_job_to_be_done(text, jsonb) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION is_job_to_be_done(text, jsonb) TO ${applicationRole};
  `
}
