-- compatibility: expand
-- Of which submission the signer was led to the company's provider: nothing else is signed when they are back (21 CFR 11.50).
ALTER TABLE single_sign_ons ADD COLUMN approval_revision integer;
