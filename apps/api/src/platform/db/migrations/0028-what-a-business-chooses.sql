-- What a business has chosen for what its members send.

-- By whose rule it is deleted: null where it is the owner's own, who may free it again.
ALTER TABLE retentions ADD COLUMN business_id uuid REFERENCES businesses;

-- {signedDocument, signatureProtocol}: what the sender chose of what goes out with the mail of the end; null: as the
-- business has it.
ALTER TABLE signature_requests ADD COLUMN mail_attachments jsonb;
