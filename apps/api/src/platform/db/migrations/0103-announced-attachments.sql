-- compatibility: expand
-- The version of the request whose attachments were last announced: a job that runs again, because its process was killed, sends nothing
-- twice. Null: none, or by a process of an earlier release.
ALTER TABLE signature_requests ADD COLUMN announced_version integer;
