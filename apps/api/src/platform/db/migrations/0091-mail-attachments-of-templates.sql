-- compatibility: expand
-- What the sender chose to be attached to the completion email; null: as the business has it, and in templates from before.
ALTER TABLE templates ADD COLUMN mail_attachments jsonb;
