-- The nightly job that schedules renewals of archive timestamps, where it waits under its earlier name.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks SET identifier = 'schedule-archive-renewals'
      WHERE identifier = 'look-after-archives'
        AND NOT EXISTS (SELECT FROM graphile_worker._private_tasks WHERE identifier = 'schedule-archive-renewals');
  END IF;
END
$$;
