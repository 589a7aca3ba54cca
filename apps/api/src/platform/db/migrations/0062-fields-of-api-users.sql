-- A document that an API user has sealed is a request of its own kind: it isn't listed among those it has sent.
ALTER TABLE integration_requests ADD COLUMN is_seal boolean NOT NULL DEFAULT false;

-- When the signer last looked at it; `opened_at` is the first time.
ALTER TABLE signatures ADD COLUMN viewed_at timestamptz;

-- Images that the sender provides for a signer's signature. They are for the person who was asked: for nobody whom the
-- signature is delegated to.
CREATE TABLE signature_images (
  signature_id uuid NOT NULL REFERENCES signatures ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  email text NOT NULL,
  png bytea NOT NULL,
  PRIMARY KEY (signature_id, document_id)
);

-- Members of the sender's business who may do with a request what the sender may.
CREATE TABLE request_editors (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts,
  PRIMARY KEY (request_id, account_id)
);
CREATE INDEX request_editors_account ON request_editors (account_id);
