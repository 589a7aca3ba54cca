-- An approval at a trust service, on its way.

-- how often it was begun: a pushed request that ran out is pushed anew, and the service is to see it as another act
ALTER TABLE approvals ADD COLUMN begins int NOT NULL DEFAULT 0;
-- until when the address for the browser is good; the approval itself may last longer
ALTER TABLE approvals ADD COLUMN url_expires_at timestamptz;
-- what the browser came back with: written down before the service is asked, because it is good once
ALTER TABLE approvals ADD COLUMN query_sealed bytea;
-- how often in a row the service could not be reached while the signer approves there
ALTER TABLE approvals ADD COLUMN misses int NOT NULL DEFAULT 0;
-- by which an expired lease is found
CREATE INDEX signing_locks_until ON signing_locks (until);
