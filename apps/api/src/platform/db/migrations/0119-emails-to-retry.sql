-- compatibility: expand
-- Emails that an operator can retry. Those whose words were deleted are failed as well, and stay as long as their request: there may be many.
CREATE INDEX mails_to_retry ON mails (created_at) WHERE state = 'failed' AND input ? 'encrypted';
