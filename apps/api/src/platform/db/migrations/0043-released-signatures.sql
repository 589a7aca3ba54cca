-- The address at which a deleted account was still asked to sign. Its mailbox may be somebody else's by then: whoever makes
-- an account with it later does not find the request there; the link that was mailed stays the only way in.
ALTER TABLE signatures ADD COLUMN released_email text;
ALTER TABLE signature_members ADD COLUMN released_email text;
