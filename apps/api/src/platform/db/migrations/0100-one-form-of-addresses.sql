-- compatibility: expand
-- An email address is kept in one form. A job converts those that were kept as they were written, once no process of an earlier release
-- runs: that one wouldn't find them.
ALTER TABLE installation ADD COLUMN addresses_converted_at timestamptz;
