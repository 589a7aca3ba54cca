-- compatibility: expand
-- Each key of an API user has its number, also the one that goes on beside its successor: with it end its tokens.
ALTER TABLE api_users ADD COLUMN previous_key_number integer;
