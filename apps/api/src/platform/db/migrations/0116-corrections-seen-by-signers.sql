-- compatibility: expand
-- When the sender last corrected the open request, by the same clock as updated_at: a signer who has read it before does not sign it unseen.
-- Null: never, or by a process of an earlier release.
ALTER TABLE signature_requests ADD COLUMN corrected_at timestamptz;
