-- A call holds its Idempotency-Key only as long as its process lives (docs/decisions/0064): `holder` is the number of an
-- advisory lock that the process holds, `claim` the call. Postgres releases the lock when the process dies.
ALTER TABLE idempotency_keys
  ADD COLUMN claim uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN holder int NOT NULL DEFAULT 0;
CREATE INDEX idempotency_keys_running ON idempotency_keys (claim) WHERE status IS NULL;
