-- compatibility: expand
-- The names of the columns that say who signs as what: a refusal while a row is sent names the one it is about. Null in sends from before.
ALTER TABLE bulk_sends ADD COLUMN columns jsonb;
-- Until when a row waits for a limit on emails, for which one, and for which mailbox where it is one of the row's own.
ALTER TABLE bulk_send_rows
  ADD COLUMN waits_until timestamptz, ADD COLUMN wait_reason text, ADD COLUMN wait_email text;
