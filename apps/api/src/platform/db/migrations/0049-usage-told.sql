-- When the payment provider was first told, before its answer is known, and the time that it was told for. A provider that
-- forgets ids after a day cannot be told again after that without a look at what it has counted.
ALTER TABLE signature_usage ADD COLUMN told_at timestamptz, ADD COLUMN told_for timestamptz;
UPDATE signature_usage SET told_at = reported_at, told_for = at WHERE reported_at IS NOT NULL;
