-- Everything about one's own account: what is set, second factors, the company's sign-in, visual signatures.

ALTER TABLE accounts
  ADD COLUMN pending_email text,
  ADD COLUMN notification_level text NOT NULL DEFAULT 'all' CHECK (notification_level IN ('all', 'essential', 'none')),
  ADD COLUMN default_legislation text CHECK (default_legislation IN ('ZERTES', 'EIDAS')),
  ADD COLUMN default_quality text,
  ADD COLUMN signer_identity_email text,
  -- fields that an identification has proved
  ADD COLUMN immutable_fields text[] NOT NULL DEFAULT '{}',
  ADD COLUMN part11_signing_name text,
  ADD COLUMN part11_signing_reason text,
  ADD COLUMN frontend_version text,
  ADD COLUMN free_account_type text NOT NULL DEFAULT 'free_v1'
    CHECK (free_account_type IN ('free_v1', 'free_migrated', 'free_legacy')),
  ADD COLUMN trust_service_terms_accepted_at timestamptz,
  -- null: there is none to accept
  ADD COLUMN business_invite_accepted boolean,
  ADD COLUMN removed_from_business boolean NOT NULL DEFAULT false,
  ADD COLUMN business_deleted boolean NOT NULL DEFAULT false;

-- Whose account a link changes (a new e-mail, a new password); null where there is none yet.
ALTER TABLE confirmations ADD COLUMN account_id uuid REFERENCES accounts;
CREATE INDEX confirmations_account ON confirmations (account_id) WHERE account_id IS NOT NULL;

ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN method text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'second_factor', 'sso')),
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();

CREATE TABLE second_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name text NOT NULL,
  -- totp: the secret; passkey: the challenge it was asked to sign. Both sealed with the master key
  secret_sealed bytea,
  -- passkey
  credential_id bytea UNIQUE,
  public_key bytea,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  -- totp: the time step of the last code that was taken, so that none is taken twice (RFC 6238 § 5.2)
  last_step bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- null: begun, and nothing yet
  confirmed_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX second_factors_account ON second_factors (account_id);
CREATE UNIQUE INDEX second_factors_one_totp ON second_factors (account_id)
  WHERE kind = 'totp' AND confirmed_at IS NOT NULL;

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

-- A sign-in whose password was right and whose second factor is missing.
CREATE TABLE login_challenges (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  passkey_challenge text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- Who somebody is at the company's OpenID provider.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts,
  linked_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_account ON identities (account_id);

-- A way to the provider that has not come back yet, found by the hash of its state.
CREATE TABLE single_sign_ons (
  state_hash bytea PRIMARY KEY,
  provider text NOT NULL,
  -- {nonce, codeVerifier}, sealed with the master key
  secrets_sealed bytea NOT NULL,
  -- the browser it began in, by the hash of its cookie
  browser_hash bytea NOT NULL,
  return_to text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- A return from the provider that waits to be changed for a session, or for the proof that an account is one's own.
CREATE TABLE single_sign_on_returns (
  code_hash bytea PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  provider text NOT NULL,
  -- null: an account has this e-mail and is not linked yet
  account_id uuid REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE visual_signatures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts,
  alias text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('drawn', 'typed', 'uploaded', 'text')),
  name text NOT NULL,
  optional_line text,
  location text,
  display_date boolean NOT NULL DEFAULT true,
  display_claim boolean NOT NULL DEFAULT true,
  display_standards boolean NOT NULL DEFAULT true,
  language text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  -- PNG, cropped, on a transparent ground
  image bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX visual_signatures_account ON visual_signatures (account_id, created_at);
CREATE UNIQUE INDEX visual_signatures_one_default ON visual_signatures (account_id) WHERE is_default;

-- What the signer's visual signature adds to a signing: written down when it begins, for a job seals it later.
ALTER TABLE signings ADD COLUMN visual jsonb;
