-- Codes of six digits, on their way to the signer.

-- the code itself, sealed, until it is handed over: a try that was killed sends the same one again
ALTER TABLE approvals ADD COLUMN code_sealed bytea;
-- when it was made; `sent_at` is when it was handed over, and null until then
ALTER TABLE approvals ADD COLUMN code_made_at timestamptz;
CREATE INDEX approvals_of_signature ON approvals (signature_id, created_at DESC) WHERE signature_id IS NOT NULL;
