-- API users: programs of a business. What their keys open is written down here; the keys themselves are not.

CREATE TABLE api_users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses ON DELETE CASCADE,
  -- never given twice, as its row stays when it is deleted
  username text NOT NULL UNIQUE,
  description text NOT NULL,
  scopes text[] NOT NULL,
  -- keyed
  key_hash bytea NOT NULL,
  key_ending text NOT NULL,
  -- counts its keys: a token is good while the key it was given for is
  key_number int NOT NULL DEFAULT 1,
  key_created_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES accounts,
  last_used_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX api_users_business ON api_users (business_id);

CREATE TABLE api_tokens (
  token_hash bytea PRIMARY KEY,
  api_user_id uuid NOT NULL REFERENCES api_users ON DELETE CASCADE,
  key_number int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX api_tokens_user ON api_tokens (api_user_id);
CREATE INDEX api_tokens_expiry ON api_tokens (expires_at);

-- The hourly job looks for what is new since the last time.
CREATE INDEX business_events_at ON business_events USING brin (at);
