-- 21 CFR Part 11: when a signature was executed, and in which local time the page says so.

ALTER TABLE signings ADD COLUMN time_zone text;
-- When its signer proved who they are; without it, when it was begun.
ALTER TABLE signings ADD COLUMN executed_at timestamptz;

-- A sign-in at the company's provider that gives an approval, and no session.
ALTER TABLE single_sign_ons ADD COLUMN approval_id uuid REFERENCES approvals ON DELETE CASCADE;
