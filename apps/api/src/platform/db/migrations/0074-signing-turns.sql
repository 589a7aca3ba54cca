-- compatibility: expand
-- Signatures of one request are made one after the other, each on the version that the one before left. Whose turn it is
-- belongs to the signings themselves (docs/decisions/0106): a job queue per request made every search for a job read
-- and lock a row for every request that had ever been signed.
ALTER TABLE signings ADD COLUMN turn text CHECK (turn IN ('TAKEN', 'WAITING'));
CREATE INDEX signings_turn ON signings (request_id) WHERE turn IS NOT NULL;
