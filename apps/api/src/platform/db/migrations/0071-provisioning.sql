-- compatibility: expand
-- Tokens by which the identity provider of a business provisions its people (SCIM 2.0), as hashes.
CREATE TABLE scim_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  ending text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX scim_tokens_business ON scim_tokens (business_id);

-- People as the provider knows them: by an id of ours and one of its own. Whether one is active is told by the membership.
CREATE TABLE provisioned_users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses,
  email text NOT NULL,
  -- once there is an account that belongs to the business
  account_id uuid REFERENCES accounts,
  external_id text,
  given_name text NOT NULL DEFAULT '',
  family_name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (business_id, email)
);
CREATE INDEX provisioned_users_account ON provisioned_users (account_id);

-- Groups of the provider, each with the role that the business's admins give its members.
CREATE TABLE provisioned_groups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses,
  display_name text NOT NULL,
  external_id text,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin')),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (business_id, display_name)
);

CREATE TABLE provisioned_group_members (
  group_id uuid NOT NULL REFERENCES provisioned_groups ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES provisioned_users ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX provisioned_group_members_user ON provisioned_group_members (user_id);
