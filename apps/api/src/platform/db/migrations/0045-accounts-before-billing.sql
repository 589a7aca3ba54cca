-- Accounts from before there were plans could upload, and keep that where billing is set up later.
UPDATE accounts SET free_account_type = 'free_legacy' WHERE free_account_type = 'free_v1';
