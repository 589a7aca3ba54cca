-- compatibility: expand
-- The time zone (IANA) in which emails name times: the account's, and the one that a signer's browser had when they opened their link.
-- Null: not known yet.
ALTER TABLE accounts ADD COLUMN time_zone text;
ALTER TABLE signatures ADD COLUMN time_zone text;
ALTER TABLE signature_members ADD COLUMN time_zone text;
