-- What a signer does before a signature of weight is made: a code, a password, an approval at a trust service.

CREATE TABLE approvals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- TAN: a code of ours; REAUTHENTICATE: the account proves itself again; SERVICE: the trust service asks by itself
  kind text NOT NULL CHECK (kind IN ('TAN', 'REAUTHENTICATE', 'SERVICE')),
  -- What the signer is shown. Of a trust service it is known only when that has answered.
  step text CHECK (step IN ('TAN', 'REAUTHENTICATE', 'PASSWORD_OTP', 'MOBILE_ID', 'REDIRECT')),
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'GIVEN', 'FAILED')),
  error text,
  -- who has to give it: the account, or the signature (and member) of a link
  account_id uuid REFERENCES accounts,
  signature_id uuid,
  member_id uuid,
  language text NOT NULL,
  -- the trust service's name, as the configuration has it
  service text,
  -- what is needed to go on at the service, and where the browser goes: sealed, because who has them could go on
  ticket_sealed bytea,
  url_sealed bytea,
  -- by which a redirect that comes back is found again
  state_hash bytea UNIQUE,
  -- what the page said it wants back after the redirect
  return_query text,
  -- evidence of the service: {transaction, serialNumber, consentSerialNumber}
  outcome jsonb,
  -- of a code: where it went (sealed, for sending it again), its hash, and when it was sent last
  channel text CHECK (channel IN ('sms', 'email')),
  destination_sealed bytea,
  code_hash bytea,
  sent_at timestamptz,
  resends int NOT NULL DEFAULT 0,
  -- wrong tries, counted for good even where what they belong to is rolled back
  failures int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX approvals_open ON approvals (expires_at) WHERE status = 'OPEN';

-- With which weight, by whom, and what has to be done first. Null: no step, as it was before there were any.
ALTER TABLE signings ADD COLUMN approval_id uuid REFERENCES approvals;
ALTER TABLE signings ADD COLUMN quality text NOT NULL DEFAULT 'SES'
  CHECK (quality IN ('DEMO', 'SES', 'AES', 'QES', 'PART11', 'SEAL_AES', 'SEAL_QES'));
ALTER TABLE signings ADD COLUMN legislation text CHECK (legislation IN ('ZERTES', 'EIDAS'));
ALTER TABLE signings ADD COLUMN service text NOT NULL DEFAULT 'local';
-- whom the certificate names: {givenName, surname, country, mobile, approvalSerialNumber}, or {sealName}
ALTER TABLE signings ADD COLUMN party jsonb;
CREATE INDEX signings_approval ON signings (approval_id) WHERE approval_id IS NOT NULL;

-- The first stroke of a signature whose second one waits for the signer: the revision whose digest is out, and what
-- the trust service gave back for it until it is accepted.
CREATE TABLE prepared_seals (
  signing_id uuid NOT NULL REFERENCES signings ON DELETE CASCADE,
  document_id uuid NOT NULL,
  base_version_id uuid NOT NULL,
  field_name text NOT NULL,
  digest bytea NOT NULL,
  -- {fields, prepared} as the engine gave it
  stroke bytea NOT NULL,
  -- {cms, certificate, validation}, base64
  signed jsonb,
  PRIMARY KEY (signing_id, document_id)
);

-- Digests that are out may not be overtaken: until the approval is given or the lease is over nobody else signs or
-- corrects these requests.
CREATE TABLE signing_locks (
  request_id uuid PRIMARY KEY REFERENCES signature_requests ON DELETE CASCADE,
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  held_by text NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX signing_locks_approval ON signing_locks (approval_id);
