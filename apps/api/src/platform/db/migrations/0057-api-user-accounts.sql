-- An API user takes part in signature requests as people do: it has an account of its own, which belongs to its business.
-- Its email is its user name: without an @ nobody registers it, signs in with it or writes to it.

ALTER TABLE business_members DROP CONSTRAINT business_members_role_check;
ALTER TABLE business_members ADD CONSTRAINT business_members_role_check
  CHECK (role IN ('admin', 'member', 'api_user'));

ALTER TABLE api_users ADD COLUMN account_id uuid UNIQUE REFERENCES accounts;
ALTER TABLE api_users ADD COLUMN environment text NOT NULL DEFAULT 'PRODUCTION'
  CHECK (environment IN ('DEMO', 'PRODUCTION'));

-- Those that there are get theirs; of deleted ones and deleted businesses nothing is left to take part in anything.
WITH made AS (
  INSERT INTO accounts (email, first_name, last_name, notification_level, terms_accepted_at, created_at)
  SELECT u.username, '', b.name, 'none', u.created_at, u.created_at
  FROM api_users u JOIN businesses b ON b.id = u.business_id
  WHERE u.deleted_at IS NULL AND b.deleted_at IS NULL
  RETURNING id, email
), named AS (
  UPDATE api_users u SET account_id = made.id FROM made WHERE made.email = u.username
  RETURNING u.account_id, u.business_id, u.created_at
)
INSERT INTO business_members (account_id, business_id, role, joined_at)
SELECT account_id, business_id, 'api_user', created_at FROM named;

ALTER TABLE api_users ADD CONSTRAINT api_users_account CHECK (account_id IS NOT NULL OR deleted_at IS NOT NULL) NOT VALID;

-- What a request that was made by an API user has beyond what any request has.
CREATE TABLE integration_requests (
  request_id uuid PRIMARY KEY REFERENCES signature_requests ON DELETE CASCADE,
  api_user_id uuid NOT NULL REFERENCES api_users,
  api_version smallint NOT NULL CHECK (api_version IN (2, 3)),
  custom text,
  callback_success_url text,
  callback_error_url text,
  callback_update_url text
);
CREATE INDEX integration_requests_api_user ON integration_requests (api_user_id);

-- What an API user says of a signer beyond what anyone says, and when it was first given the signer's personal link.
CREATE TABLE integration_signers (
  signature_id uuid PRIMARY KEY REFERENCES signatures ON DELETE CASCADE,
  identity_reference text,
  link_disclosed_at timestamptz
);

-- Lists of API users: their own requests, newest first.
CREATE INDEX signature_requests_owner ON signature_requests (owner_id, created_at DESC, id);
