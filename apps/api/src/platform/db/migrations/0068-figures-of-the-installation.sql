-- What metrics need to know of the whole installation, computed by one process at a time and read by all.
CREATE UNLOGGED TABLE installation_figures (
  kind text PRIMARY KEY CHECK (kind IN ('quick', 'slow')),
  at timestamptz NOT NULL,
  figures jsonb NOT NULL
);

-- Each has only what is under way: counting it takes milliseconds, however many there were.
CREATE INDEX mails_not_sent ON mails (state, created_at) WHERE state <> 'sent';
CREATE INDEX signings_open ON signings (created_at) WHERE status = 'OPEN';
CREATE INDEX callbacks_open ON callbacks (created_at) WHERE state = 'OPEN';
