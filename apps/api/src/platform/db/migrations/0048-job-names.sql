-- Jobs of the previous release that wait in the queue, under the names they have now.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks t SET identifier = renamed.new
      FROM (VALUES ('fold-tallies', 'roll-up-counters'), ('fold-activities', 'roll-up-activities')) AS renamed (old, new)
      WHERE t.identifier = renamed.old
        AND NOT EXISTS (SELECT FROM graphile_worker._private_tasks WHERE identifier = renamed.new);
  END IF;
END
$$;
