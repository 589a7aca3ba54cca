-- Documents uploaded without an account are anonymous uploads; a template sent to a list of recipients is a bulk send; a signature
-- that someone else is asked for instead is delegated.
ALTER TABLE hand_overs RENAME TO anonymous_uploads;
ALTER INDEX hand_overs_pkey RENAME TO anonymous_uploads_pkey;
ALTER INDEX hand_overs_token_hash_key RENAME TO anonymous_uploads_token_hash_key;
ALTER INDEX hand_overs_created RENAME TO anonymous_uploads_created;
ALTER INDEX hand_overs_sha256 RENAME TO anonymous_uploads_sha256;
ALTER INDEX hand_overs_request RENAME TO anonymous_uploads_request;
ALTER INDEX hand_overs_document RENAME TO anonymous_uploads_document;

ALTER TABLE table_sends RENAME TO bulk_sends;
ALTER INDEX table_sends_pkey RENAME TO bulk_sends_pkey;
ALTER INDEX table_sends_owner RENAME TO bulk_sends_owner;
ALTER INDEX table_sends_template RENAME TO bulk_sends_template;
ALTER TABLE table_send_rows RENAME TO bulk_send_rows;
ALTER INDEX table_send_rows_pkey RENAME TO bulk_send_rows_pkey;
ALTER INDEX table_send_rows_pending RENAME TO bulk_send_rows_pending;
ALTER INDEX table_send_rows_request RENAME TO bulk_send_rows_request;

ALTER TABLE former_links DROP CONSTRAINT former_links_reason_check;
UPDATE former_links SET reason = 'delegated' WHERE reason = 'handed_on';
ALTER TABLE former_links ADD CONSTRAINT former_links_reason_check CHECK (reason IN ('delegated', 'removed', 'account'));

UPDATE throttles SET key = 'anonymous-upload:' || substr(key, length('hand-over:') + 1) WHERE key LIKE 'hand-over:%';

-- Jobs of the previous release that wait, under the names they have now.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks t SET identifier = renamed.new
      FROM (VALUES ('remove-old-hand-overs', 'remove-old-anonymous-uploads'),
        ('hand-over-requests', 'transfer-requests'),
        ('send-table-rows', 'send-bulk-rows')) AS renamed (old, new)
      WHERE t.identifier = renamed.old
        AND NOT EXISTS (SELECT FROM graphile_worker._private_tasks WHERE identifier = renamed.new);
    UPDATE graphile_worker._private_job_queues SET queue_name = 'bulk-sends' WHERE queue_name = 'table-sends'
      AND NOT EXISTS (SELECT FROM graphile_worker._private_job_queues WHERE queue_name = 'bulk-sends');
  END IF;
END
$$;
