-- Signed files that anybody hands in to have them validated, and what was found in them, for an hour.

CREATE TABLE validations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- the secret by which it is found
  token_hash bytea NOT NULL UNIQUE,
  name text,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  report jsonb NOT NULL,
  report_xml text,
  -- [{end, sha256, pages}] of each state the file was in
  revisions jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX validations_created ON validations (created_at);
CREATE INDEX validations_sha256 ON validations (sha256);
