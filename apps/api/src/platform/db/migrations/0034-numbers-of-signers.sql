-- The mobile numbers that signers without an account give on the signing page (docs/decisions/0062): where the sender gave
-- none, codes go there. By person and email: who is asked in their place later has a number of their own.
CREATE TABLE signer_numbers (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  -- the signature, or of a signer group the member
  person_id uuid NOT NULL,
  email text NOT NULL,
  -- E.164
  mobile text NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (request_id, person_id, email)
);
