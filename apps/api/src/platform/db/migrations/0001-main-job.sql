-- Accounts, sessions and the limits that protect secrets.

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text,
  language text NOT NULL DEFAULT 'en',
  mobile text,
  terms_accepted_at timestamptz,
  cello_ucc text,
  weak_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
-- User ids are never used again (21 CFR 11.100), so a deleted account keeps its row; its address is free again.
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE deleted_at IS NULL;

CREATE TABLE confirmations (
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  flow text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_account ON sessions (account_id);

-- Failures counted per key (sign-in per account and address, wrong links per address); held in the database so
-- that they count across processes and restarts.
CREATE TABLE throttles (
  key text PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  failures int NOT NULL
);

CREATE TABLE idempotency_keys (
  actor text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status int,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor, key)
);

-- Documents: immutable; a change is a new row whose parent_id is the old. root_id is the upload it all began with.

CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  root_id uuid NOT NULL,
  parent_id uuid REFERENCES documents,
  kind text NOT NULL CHECK (kind IN ('upload', 'signed')),
  owner_id uuid NOT NULL REFERENCES accounts,
  name text NOT NULL,
  title text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  page_count int NOT NULL,
  -- [{index, width, height}] in points as displayed
  pages jsonb NOT NULL,
  -- [{name, signed, positions}]
  signature_fields jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX documents_root ON documents (root_id, created_at);

-- Signature requests.

CREATE TABLE signature_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES accounts,
  title text NOT NULL,
  message text NOT NULL DEFAULT '',
  quality text NOT NULL,
  legislation text,
  status text NOT NULL CHECK (status IN ('DRAFT', 'OPEN', 'SIGNED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ERROR')),
  -- counts every change: a save names the version it was made on
  version int NOT NULL DEFAULT 1,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  initiated_at timestamptz,
  completed_at timestamptz
);
CREATE INDEX signature_requests_open_expiry ON signature_requests (expires_at) WHERE status = 'OPEN';

CREATE TABLE request_documents (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents,
  -- the newest version; moves with each signature
  version_id uuid NOT NULL REFERENCES documents,
  position int NOT NULL,
  PRIMARY KEY (request_id, document_id)
);
CREATE INDEX request_documents_document ON request_documents (document_id);
CREATE INDEX request_documents_version ON request_documents (version_id);

CREATE TABLE signatures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  position int NOT NULL,
  sequence int NOT NULL DEFAULT -1,
  email text NOT NULL,
  first_name text,
  last_name text,
  mobile text,
  language text NOT NULL,
  notify boolean NOT NULL DEFAULT true,
  -- set when the request opens and the e-mail belongs to an account; without it the signer comes by the link
  account_id uuid REFERENCES accounts,
  -- the no-account signer's user id: found by its hash, kept sealed for reminders
  link_hash bytea UNIQUE,
  link_sealed bytea,
  status text NOT NULL CHECK (status IN ('DRAFT', 'WAITING', 'OPEN', 'SIGNED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ERROR')),
  -- when the signer first looked at it
  opened_at timestamptz,
  signed_at timestamptz,
  delivery_state text CHECK (delivery_state IN ('pending', 'sent', 'failed')),
  delivery_message text
);
CREATE INDEX signatures_request ON signatures (request_id, position);
CREATE INDEX signatures_email ON signatures (email) WHERE account_id IS NULL;

CREATE TABLE signature_places (
  signature_id uuid NOT NULL REFERENCES signatures ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents,
  -- {page, x, y, width, height, rotation} in points as displayed, from the top left; or the name of a field the document has
  place jsonb,
  form_field text,
  PRIMARY KEY (signature_id, document_id)
);

-- One row per signing that was asked for. While one is OPEN no other starts for the same signature.
CREATE TABLE signings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  signature_id uuid NOT NULL REFERENCES signatures ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('OPEN', 'SIGNED', 'ERROR')),
  error text,
  -- tries that failed for a reason of ours; a killed process does not count
  failures int NOT NULL DEFAULT 0,
  signing_name text NOT NULL,
  signing_reason text,
  -- PNG per document id: {"<document>": "<base64>"}
  images jsonb NOT NULL DEFAULT '{}',
  actor jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE UNIQUE INDEX signings_one_open ON signings (signature_id) WHERE status IN ('OPEN', 'SIGNED');
CREATE INDEX signings_signature ON signings (signature_id, created_at DESC);

-- What each account sees on its dashboard: one row per account and request, kept with the request in the same transaction.
CREATE TABLE request_access (
  account_id uuid NOT NULL REFERENCES accounts,
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  is_owner boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR')),
  owner_email text NOT NULL,
  title text NOT NULL,
  search text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (account_id, request_id)
);
CREATE INDEX request_access_updated ON request_access (account_id, updated_at, request_id);
CREATE INDEX request_access_created ON request_access (account_id, created_at, request_id);
CREATE INDEX request_access_title ON request_access (account_id, lower(title), request_id);
CREATE INDEX request_access_status ON request_access (account_id, status, updated_at, request_id);
CREATE INDEX request_access_expires ON request_access (account_id, expires_at, request_id);
CREATE INDEX request_access_request ON request_access (request_id);
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX request_access_search ON request_access USING gin (search gin_trgm_ops);

-- Evidence: append-only, each event carries the hash of the one before it.

CREATE TABLE evidence_events (
  request_id uuid NOT NULL,
  seq int NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL,
  actor jsonb NOT NULL,
  data jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (request_id, seq)
);

-- The hourly job looks for what is new since the last time.
CREATE INDEX evidence_events_at ON evidence_events USING brin (at);

-- The heads of all chains, signed and time-stamped together every hour.
CREATE TABLE evidence_heads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  taken_at timestamptz NOT NULL,
  -- {"<request>": {"seq": n, "hash": "<hex>"}} of the chains that moved since the heads before
  heads jsonb NOT NULL,
  previous_digest bytea NOT NULL,
  digest bytea NOT NULL,
  signature bytea NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER evidence_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Mails: written with the change they tell of, sent by a job, kept until they went out or were refused.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid REFERENCES signature_requests ON DELETE CASCADE,
  signature_id uuid REFERENCES signatures ON DELETE CASCADE,
  recipient text NOT NULL,
  language text NOT NULL,
  kind text NOT NULL,
  -- what the template needs; secrets in it are sealed
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_request ON mails (request_id);

-- The local authority's keys, sealed with the master key, and what it issued.

CREATE TABLE authority_keys (
  name text PRIMARY KEY,
  certificate bytea NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE issued_certificates (
  serial text PRIMARY KEY,
  subject text NOT NULL,
  issuer text NOT NULL,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  revoked_at timestamptz,
  revocation_reason int
);
