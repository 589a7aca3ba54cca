/** Of more jobs than this the figures say "at least so many": they are computed within milliseconds all the same. */
const countedAtMost = 10_000

/**
 * The queue's tables are its owner's alone; the application counts them through this one door, and sees no job.
 * Made again at each start, like those by which jobs are added.
 */
export function queueFiguresSql(applicationRole: string): string {
  return `
    CREATE OR REPLACE FUNCTION queue_figures() RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      SELECT coalesce(jsonb_agg(to_jsonb(by_task)), '[]') FROM (
        SELECT t.identifier AS task,
          count(*) FILTER (WHERE j.is_available AND j.run_at <= now()) AS waiting,
          count(*) FILTER (WHERE j.is_available AND j.run_at > now()) AS scheduled,
          count(*) FILTER (WHERE j.locked_at IS NOT NULL) AS running,
          count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts) AS failed,
          extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.is_available AND j.run_at <= now())) AS "oldestSeconds"
        FROM (
          SELECT task_id, run_at, locked_at, attempts, max_attempts, is_available
          FROM graphile_worker._private_jobs LIMIT ${countedAtMost}
        ) j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        GROUP BY 1
      ) by_task
    $$;
    REVOKE ALL ON FUNCTION queue_figures() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION queue_figures() TO ${applicationRole};
  `
}
