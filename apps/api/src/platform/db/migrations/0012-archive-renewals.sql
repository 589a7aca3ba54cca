-- How long the archive timestamp of a signed document still protects it. A version without a row has not been looked at
-- yet; the nightly job does.

CREATE TABLE archive_timestamps (
  version_id uuid PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  -- when the certificate of its newest document timestamp ends; null: there is none to renew
  weakens_at timestamptz
);
CREATE INDEX archive_timestamps_due ON archive_timestamps (weakens_at) WHERE weakens_at IS NOT NULL;
