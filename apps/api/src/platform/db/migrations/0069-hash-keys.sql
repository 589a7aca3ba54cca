-- The keys of keyed hashes, encrypted with the master key: they stay valid when it is replaced.
CREATE TABLE hash_keys (
  purpose text PRIMARY KEY,
  key_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
