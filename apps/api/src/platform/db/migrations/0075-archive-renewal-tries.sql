-- compatibility: expand
-- When renewing was last tried: what can't be renewed keeps no other document from its turn.
ALTER TABLE archive_timestamps ADD COLUMN tried_at timestamptz;
-- "Nothing to renew" was also noted of documents that were only missing in a night: they are looked at again.
-- safe: a version without a row is one that older code looks at as well
DELETE FROM archive_timestamps WHERE weakens_at IS NULL;
