-- compatibility: expand
-- When archive timestamps weaken was noted by their certificate alone. An algorithm or an authority may end before: all of them
-- are read again.
-- safe: a version without a row is one that older code looks at as well
DELETE FROM archive_timestamps WHERE weakens_at IS NOT NULL;
