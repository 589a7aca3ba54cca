-- Who somebody is, as an outside provider finds out (design 4.6).

CREATE TABLE identifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- an account's, or that of a guest, who proves it for one signature alone
  account_id uuid REFERENCES accounts,
  request_id uuid,
  signature_id uuid REFERENCES signatures ON DELETE CASCADE,
  member_id uuid REFERENCES signature_members ON DELETE CASCADE,
  -- Of a guest: whose signature it was then. After it was handed on, it proves nothing of the one who has it now.
  email text NOT NULL,
  -- the account's id, or the guest's signature (or place in a group) and e-mail: one is ongoing at a time
  holder text NOT NULL,
  language text NOT NULL,
  legislation text NOT NULL CHECK (legislation IN ('ZERTES', 'EIDAS')),
  method text NOT NULL CHECK (method IN ('video', 'robo', 'autoident', 'id-austria')),
  provider text NOT NULL,
  -- by which the provider knows it; null until it has answered. Allows nothing by itself.
  reference text,
  -- the person's page there: sealed, for whoever has it can be identified in this order's name
  ident_url_sealed bytea,
  return_url text NOT NULL,
  page_expires_at timestamptz,
  status text NOT NULL DEFAULT 'initialized'
    CHECK (status IN ('initialized', 'inprogress', 'review', 'success', 'failure')),
  failure_code text,
  is_retryable boolean NOT NULL DEFAULT false,
  -- {givenName, surname, mobile} as it was ordered, and what was found: sealed
  person_sealed bytea NOT NULL,
  evidence_sealed bytea,
  -- of a guest; of an account they stand with the account
  terms_accepted_at timestamptz,
  -- the trust service found another means of approval than that of the identification
  means_changed_at timestamptz,
  -- the business that pays; null where nobody has to
  paid_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  finished_at timestamptz,
  valid_until timestamptz,
  -- asked for the state by the job, or by a page that waits for it
  polled_at timestamptz,
  polls int NOT NULL DEFAULT 0,
  poll_after timestamptz,
  -- 60 and 14 days before its end
  told_days int,
  CHECK ((account_id IS NULL) <> (signature_id IS NULL)),
  CHECK ((signature_id IS NULL) = (request_id IS NULL)),
  CHECK (status <> 'success' OR (evidence_sealed IS NOT NULL AND valid_until IS NOT NULL)),
  UNIQUE (provider, reference)
);
CREATE UNIQUE INDEX identifications_ongoing ON identifications (holder, legislation)
  WHERE status IN ('initialized', 'inprogress', 'review');
CREATE INDEX identifications_holder ON identifications (holder, created_at DESC);
CREATE INDEX identifications_account ON identifications (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX identifications_signature ON identifications (signature_id) WHERE signature_id IS NOT NULL;
CREATE INDEX identifications_poll ON identifications (poll_after) WHERE poll_after IS NOT NULL;
CREATE INDEX identifications_ends ON identifications (valid_until) WHERE status = 'success';

-- What became of each, append-only and without anything of the person: it stays when they are forgotten.
CREATE TABLE identification_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identification_id uuid NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  -- a provider's delivery counts once
  delivery_id text,
  UNIQUE (identification_id, delivery_id)
);
CREATE TRIGGER identification_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identification_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
