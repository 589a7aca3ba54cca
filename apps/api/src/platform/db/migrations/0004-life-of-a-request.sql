-- Declining, withdrawing, delegating and reminding; observers and attachments.

ALTER TABLE signatures
  ADD COLUMN decline_message text,
  -- who was asked first and handed it on
  ADD COLUMN delegated_by jsonb,
  ADD COLUMN reminded_at timestamptz;

ALTER TABLE signature_requests
  ADD COLUMN withdraw_message text,
  -- days before the expiry for which the signers were reminded last; null: not yet
  ADD COLUMN reminded_before_days int;

CREATE TABLE observers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  email text NOT NULL,
  -- set once the e-mail belongs to an account
  account_id uuid REFERENCES accounts,
  language text NOT NULL,
  invited_by uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (request_id, email)
);
CREATE INDEX observers_account ON observers (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX observers_email ON observers (email) WHERE account_id IS NULL;

CREATE TABLE attachments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  added_by uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attachments_request ON attachments (request_id);
CREATE INDEX attachments_sha256 ON attachments (sha256);

-- Whoever left a request does not see it any more, and is not brought back by its next change.
CREATE TABLE departures (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts,
  left_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, account_id)
);
