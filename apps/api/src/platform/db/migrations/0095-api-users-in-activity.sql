-- compatibility: expand
-- Seals of API users were recorded as signed by a member.
UPDATE activities a SET person_type = 'api' FROM api_users u
WHERE u.account_id = a.person_id AND a.kind = 'signature' AND a.person_type = 'member';
