-- compatibility: expand
-- The member whom a program named as the creator of a request. Null in rows from before: there it is only one of the editors.
ALTER TABLE integration_requests ADD COLUMN creator_id uuid;
