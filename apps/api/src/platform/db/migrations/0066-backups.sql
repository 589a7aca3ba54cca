-- The backups that were made (docs/decisions/0094), so that everyone who watches sees how old the last one is. The target has
-- the whole truth: it is what a restore reads.
CREATE TABLE backups (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('manual', 'scheduled', 'before_upgrade')),
  -- a folder or an address, without a password
  target text NOT NULL,
  -- INCOMPLETE: made, but the store itself lacked documents
  state text NOT NULL CHECK (state IN ('RUNNING', 'COMPLETE', 'INCOMPLETE', 'FAILED')),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  documents bigint,
  error text
);
CREATE INDEX backups_started ON backups (started_at);

-- By it documents get their names in encrypted backups.
ALTER TABLE installation ADD COLUMN backup_secret bytea NOT NULL
  DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
