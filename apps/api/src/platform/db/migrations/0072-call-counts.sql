-- compatibility: expand
-- Calls per network and API user in their current minute, over all processes (docs/decisions/0101). Not logged: after a crash of
-- the database they start again.
CREATE UNLOGGED TABLE call_counts (
  key text PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  calls int NOT NULL
) WITH (fillfactor = 50);

-- Old failures are deleted in parts.
CREATE INDEX throttles_started ON throttles (window_started_at);
