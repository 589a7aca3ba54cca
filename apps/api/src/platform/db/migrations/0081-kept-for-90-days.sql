-- compatibility: expand
-- Emails that belong to no request are deleted 90 days after they were written, and with the account they went to.
CREATE INDEX mails_without_request ON mails (created_at) WHERE request_id IS NULL;
CREATE INDEX mails_recipient ON mails (recipient) WHERE request_id IS NULL;

-- Invitations to a business are deleted 90 days after they ended, and with the account or the business.
CREATE INDEX business_invitations_over ON business_invitations (coalesce(ended_at, expires_at));
CREATE INDEX business_invitations_recipient ON business_invitations (email);

-- Businesses that are deleted already keep no more than those that will be.
-- safe: no release shows an invitation of a deleted business
DELETE FROM business_invitations i USING businesses b WHERE b.id = i.business_id AND b.deleted_at IS NOT NULL;
UPDATE businesses SET settings = '{}', country = NULL WHERE deleted_at IS NOT NULL;
