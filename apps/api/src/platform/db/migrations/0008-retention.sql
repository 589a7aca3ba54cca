-- Auto-deletion: what an account owns is deleted some days after it was made, or after it ended.

CREATE TABLE retention_rules (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  days int NOT NULL CHECK (days BETWEEN 30 AND 3650),
  from_terminal_state boolean NOT NULL,
  activated_at timestamptz NOT NULL
);

-- A request that is under it. It keeps the rule it came under, whatever becomes of the account's.
CREATE TABLE retentions (
  request_id uuid PRIMARY KEY REFERENCES signature_requests ON DELETE CASCADE,
  days int NOT NULL,
  from_terminal_state boolean NOT NULL,
  -- what was there before the rule is not deleted from one day to the next
  not_before timestamptz,
  -- null while the request has not ended, where the days are counted from its end
  delete_at timestamptz,
  told_week_at timestamptz,
  told_day_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX retentions_due ON retentions (delete_at) WHERE deleted_at IS NULL;

-- The row stays for its hash, which the signature protocol names.
ALTER TABLE documents ADD COLUMN content_deleted_at timestamptz;
ALTER TABLE attachments ADD COLUMN content_deleted_at timestamptz;
