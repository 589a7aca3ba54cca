-- compatibility: expand
-- What the evidence of a correction says confidentially, for the request's owner and one signer (docs/decisions/0114): an event has the
-- commitment, SHA-256 over salt and value, in place of the value. Unlike events these rows can be deleted, and auto-deletion does so.
CREATE TABLE committed_values (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  commitment bytea NOT NULL,
  -- The signature that it is about. No reference: a signer who was replaced has none any longer.
  signature_id uuid NOT NULL,
  salt bytea NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (request_id, commitment)
);

-- Names of the signature fields whose seed values demand what no signature of ours is: they are offered to nobody, and the sender is told.
-- Of documents uploaded before this release none is known.
ALTER TABLE documents ADD COLUMN seed_value_fields jsonb NOT NULL DEFAULT '[]';
