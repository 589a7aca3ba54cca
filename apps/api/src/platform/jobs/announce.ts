import type pg from 'pg'
import { classOfJob, type JobClassName, jobClasses } from './job-classes.ts'

/** On which the workers of a class hear of new jobs. */
export const channelOf = (name: JobClassName) => `jobs:${name}`

const allClasses = Object.keys(jobClasses) as JobClassName[]

/**
 * The doors by which jobs are added: the queue's tables are their owner's alone (row-level security). A job is announced to
 * the workers of its class. The library's own announcement has no name in it, so that all workers would look.
 */
export function enqueueSql(applicationRole: string): string {
  return `
    CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json, queue text, key text, attempts int, priority int) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      SELECT graphile_worker.add_job(name, payload => payload, queue_name => queue, job_key => key,
        max_attempts => attempts, priority => priority);
      SELECT pg_notify(${channelSql('name')}, json_build_object('r', random(), 'count', 1)::text)
    $$;
    REVOKE ALL ON FUNCTION enqueue_job(text, json, text, text, int, int) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, text, int, int) TO ${applicationRole};
    CREATE OR REPLACE FUNCTION enqueue_job_at(name text, payload json, queue text, key text, attempts int, priority int, at timestamptz) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      SELECT graphile_worker.add_job(name, payload => payload, queue_name => queue, job_key => key,
        max_attempts => attempts, priority => priority, run_at => at)
    $$;
    REVOKE ALL ON FUNCTION enqueue_job_at(text, json, text, text, int, int, timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION enqueue_job_at(text, json, text, text, int, int, timestamptz) TO ${applicationRole};
  `
}

function channelSql(name: string): string {
  const others = allClasses.filter((one) => one !== 'upkeep')
  const cases = others.map((one) => {
    const tasks = Object.entries(classOfJob).flatMap(([task, its]) => (its === one ? [`'${task}'`] : []))
    return `WHEN ${name} IN (${tasks.join(', ')}) THEN '${channelOf(one)}'`
  })
  return `CASE ${cases.join(' ')} ELSE '${channelOf('upkeep')}' END`
}

/** So many jobs, of whatever classes, can run: idle workers look now, and not only at the next regular time. */
export async function announceToAll(owner: Pick<pg.Pool, 'query'>, count: number): Promise<void> {
  await owner.query('SELECT pg_notify(channel, $2) FROM unnest($1::text[]) AS channels (channel)', [
    allClasses.map(channelOf),
    JSON.stringify({ count }),
  ])
}
