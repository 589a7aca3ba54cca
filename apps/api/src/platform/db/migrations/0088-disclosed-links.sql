-- compatibility: expand
-- A delegated signature keeps its id and gets another link and another email. So it is kept which link was given out, by its hash,
-- and for whom a reference was given. Null in rows from before, and in those of a process of an earlier release.
ALTER TABLE integration_signers ADD COLUMN disclosed_link_hash bytea, ADD COLUMN reference_email text;
