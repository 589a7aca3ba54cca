-- The certificate authority of this installation; private keys are sealed with the master key.
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
