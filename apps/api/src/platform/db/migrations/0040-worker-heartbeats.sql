-- That workers are at work, written every few seconds. Not logged: after a crash they write anew.
CREATE UNLOGGED TABLE worker_heartbeats (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
