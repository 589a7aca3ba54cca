-- compatibility: expand
-- Signatures of one request are made one after the other, each on the version that the one before left. Whose turn it is
-- belongs to the signings themselves (docs/decisions/0106): a job queue per request made every search for a job read
-- and lock a row for every request that had ever been signed.
ALTER TABLE signings ADD COLUMN turn text CHECK (turn IN ('TAKEN', 'WAITING'));
CREATE INDEX signings_turn ON signings (request_id) WHERE turn IS NOT NULL;

-- Two queues are left, 'bulk-sends' and 'retentions'.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_job_queues') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_job_queues AS queues
    WHERE (queue_name LIKE 'request:%' OR queue_name LIKE 'retention:%') AND locked_at IS NULL
      AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE job_queue_id = queues.id);
  END IF;
END $$;
