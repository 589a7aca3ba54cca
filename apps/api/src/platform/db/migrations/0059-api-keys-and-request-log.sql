-- Keys of API users may expire, and the one before may go on for a while after a new one was made.
ALTER TABLE api_users ADD COLUMN key_expires_at timestamptz;
ALTER TABLE api_users ADD COLUMN previous_key_hash bytea;
ALTER TABLE api_users ADD COLUMN previous_key_expires_at timestamptz;
ALTER TABLE api_users ADD CONSTRAINT api_users_previous_key
  CHECK ((previous_key_hash IS NULL) = (previous_key_expires_at IS NULL));
-- Whether the admins were told that the key expires soon.
ALTER TABLE api_users ADD COLUMN expiry_notice_sent_at timestamptz;
CREATE INDEX api_users_key_expiry ON api_users (key_expires_at) WHERE key_expires_at IS NOT NULL AND deleted_at IS NULL;

-- The calls of API users in the last seven days, without what was sent and answered.
CREATE TABLE api_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  api_user_id uuid NOT NULL REFERENCES api_users ON DELETE CASCADE,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  milliseconds int NOT NULL,
  error_key text
);
CREATE INDEX api_requests_of_user ON api_requests (api_user_id, id DESC);
CREATE INDEX api_requests_at ON api_requests USING brin (at);
