-- Documents that somebody handed in without an account, until an account claims them.

CREATE TABLE hand_overs (
  id uuid PRIMARY KEY,
  -- the secret in the link
  token_hash bytea NOT NULL UNIQUE,
  -- keyed: a code is short enough to be guessed from a plain hash
  code_hash bytea NOT NULL,
  code_failures int NOT NULL DEFAULT 0,
  code_failed_at timestamptz,
  title text NOT NULL,
  -- what a row of `documents` needs; null once it is claimed, taken back or over
  upload jsonb,
  sha256 text GENERATED ALWAYS AS (upload ->> 'sha256') STORED,
  size bigint GENERATED ALWAYS AS ((upload ->> 'size')::bigint) STORED,
  created_at timestamptz NOT NULL,
  taken_back_at timestamptz,
  claimed_at timestamptz,
  claimed_by uuid REFERENCES accounts,
  request_id uuid REFERENCES signature_requests ON DELETE SET NULL,
  document_id uuid REFERENCES documents ON DELETE SET NULL
);
CREATE INDEX hand_overs_created ON hand_overs (created_at);
CREATE INDEX hand_overs_sha256 ON hand_overs (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX hand_overs_request ON hand_overs (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX hand_overs_document ON hand_overs (document_id) WHERE document_id IS NOT NULL;
