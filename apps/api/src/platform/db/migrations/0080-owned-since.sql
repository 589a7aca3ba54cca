-- compatibility: expand
-- Since when its owner has had what someone else handed over; null where the owner made it.
ALTER TABLE templates ADD COLUMN owned_since timestamptz;
ALTER TABLE signer_groups ADD COLUMN owned_since timestamptz;
ALTER TABLE bulk_sends ADD COLUMN owned_since timestamptz;
