-- Whether the sender named a signer by the email of an account, with or without there being one: answered as it was sent.
ALTER TABLE signatures ADD COLUMN by_account_email boolean NOT NULL DEFAULT false;
UPDATE signatures SET by_account_email = true WHERE account_id IS NOT NULL;
