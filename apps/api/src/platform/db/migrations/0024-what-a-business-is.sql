-- What a business is and has chosen, besides its people.

ALTER TABLE businesses
  ADD COLUMN country text,
  ADD COLUMN terms_accepted_at timestamptz,
  ADD COLUMN data_processing_accepted_at timestamptz,
  -- by which code of the referral programme it came
  ADD COLUMN ucc text,
  -- {email, phone} of support, for those who are asked to sign
  ADD COLUMN support_contact jsonb NOT NULL DEFAULT '{}',
  -- PNG, as it is sent and shown; its SHA-256 stands in its address
  ADD COLUMN logo bytea,
  ADD COLUMN logo_hash bytea,
  ADD COLUMN logo_width int,
  ADD COLUMN logo_height int,
  -- null: not limited. Plans set it.
  ADD COLUMN seats int CHECK (seats > 0),
  -- an admin wants it deleted then
  ADD COLUMN delete_at timestamptz;
CREATE INDEX businesses_to_delete ON businesses (delete_at) WHERE delete_at IS NOT NULL AND deleted_at IS NULL;

-- Has no seat: may do nothing until there is one.
ALTER TABLE business_members ADD COLUMN locked_at timestamptz;
