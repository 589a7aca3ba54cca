-- compatibility: expand
-- The OpenID provider that the admins of a business set up for its verified domains.
CREATE TABLE identity_providers (
  business_id uuid PRIMARY KEY REFERENCES businesses,
  -- another one after each change: a sign-in or a test that began before doesn't count
  revision uuid NOT NULL UNIQUE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_encrypted bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  required_at timestamptz,
  -- the last test of these settings: when, by whom, and what came of it
  tested_at timestamptz,
  tested_by uuid REFERENCES accounts,
  test_result text,
  test_email text
);

-- A sign-in at the provider of a business: which settings it began with, and for whom it is only a test.
ALTER TABLE single_sign_ons
  ADD COLUMN provider_revision uuid,
  ADD COLUMN tester_id uuid REFERENCES accounts;
ALTER TABLE single_sign_on_returns ADD COLUMN provider_revision uuid;
