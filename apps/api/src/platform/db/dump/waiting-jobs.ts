import type pg from 'pg'
import { copyIn, copyOut, type CopyOut } from '../copy.ts'
import { DamagedDump, type KeptRows, type ReadPart } from './dump.ts'

/** As `add_job` takes them, whatever the tables of the queue look like in its next version. */
const waitingJobs = `
  SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    array_to_json(ARRAY(SELECT jsonb_object_keys(j.flags))) AS flags, j.attempts, j.last_error, j.created_at
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE t.identifier <> 'make-backup'
  ORDER BY j.id`

/** Not after a first start that was killed half-way. */
async function hasQueue(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there",
  )
  return rows[0]?.there === true
}

/** The jobs that wait, or are being done: those are done again. */
export async function dumpJobs(client: pg.ClientBase): Promise<CopyOut> {
  const jobs = (await hasQueue(client)) ? waitingJobs : 'SELECT 1 WHERE false'
  return copyOut(client, `COPY (${jobs}) TO STDOUT`)
}

export async function hasJobs(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasQueue(client))) return false
  return (await client.query('SELECT FROM graphile_worker._private_jobs LIMIT 1')).rowCount === 1
}

export async function loadJobs(
  client: pg.ClientBase,
  { part, rows }: KeptRows,
  read: ReadPart,
): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE restored_jobs (identifier text, payload json, queue_name text,
    run_at timestamptz, max_attempts int, key text, priority int, flags json, attempts int, last_error text,
    created_at timestamptz) ON COMMIT DROP`)
  const loaded = await copyIn(client, 'COPY restored_jobs FROM STDIN', await read(part))
  if (loaded !== rows) throw new DamagedDump(`The backup has ${loaded} jobs; its manifest says ${rows}.`)
  await client.query(`
    ALTER TABLE restored_jobs ADD COLUMN id bigint;
    UPDATE restored_jobs SET id = (graphile_worker.add_job(identifier, payload => payload, queue_name => queue_name,
      run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority,
      flags => nullif(ARRAY(SELECT json_array_elements_text(flags)), '{}'))).id;
    UPDATE graphile_worker._private_jobs j SET attempts = r.attempts, last_error = r.last_error, created_at = r.created_at
      FROM restored_jobs r WHERE j.id = r.id`)
}
