-- compatibility: expand
-- When the provider ended the membership, until the account joins a business again: only these are brought back by the
-- provider without an invitation.
ALTER TABLE provisioned_users ADD COLUMN deactivated_at timestamptz;
