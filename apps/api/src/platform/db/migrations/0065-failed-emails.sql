-- Emails that were given up are few, and looked for among all there ever were.
CREATE INDEX mails_failed ON mails (created_at) WHERE state = 'failed';
