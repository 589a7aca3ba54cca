-- What happened in businesses, for their admins, in lists, files and figures (docs/decisions/0054).

CREATE TABLE activities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- the one it belonged to at that time
  business_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('account', 'signature', 'identification')),
  at timestamptz NOT NULL,
  action text NOT NULL,
  -- of a signature its quality, of an identification its legislation
  weight text NOT NULL DEFAULT '',
  -- whose request it is, or who did it
  initiator_id uuid,
  initiator_name text NOT NULL DEFAULT '',
  initiator_email text,
  -- who signed, who was identified, or to whom it was done; a name that is known as a whole stands in the first
  person_id uuid,
  person_name text NOT NULL DEFAULT '',
  person_surname text NOT NULL DEFAULT '',
  person_email text,
  person_type text,
  request_id uuid,
  -- null once the request is gone for good
  title text,
  legislation text,
  method text,
  covered boolean,
  words text NOT NULL GENERATED ALWAYS AS (lower(
    coalesce(title, '') || ' ' || person_name || ' ' || person_surname || ' ' || coalesce(person_email, '') || ' ' ||
    initiator_name || ' ' || coalesce(initiator_email, ''))) STORED
);
-- Each filter with the order, so that a page is read where it begins and no further.
CREATE INDEX activities_by_time ON activities (business_id, kind, at, id) INCLUDE (action, weight, initiator_id);
CREATE INDEX activities_by_action ON activities (business_id, kind, action, at, id) INCLUDE (weight, initiator_id);
CREATE INDEX activities_by_weight ON activities (business_id, kind, weight, at, id) INCLUDE (action, initiator_id)
  WHERE weight <> '';
CREATE INDEX activities_by_initiator ON activities (business_id, kind, initiator_id, at, id) INCLUDE (action, weight)
  WHERE initiator_id IS NOT NULL;
CREATE INDEX activities_of_request ON activities (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX activities_of_identified ON activities (person_id) WHERE kind = 'identification';
-- What was added last stands in a list of its own that every search reads to its end: it is kept short.
CREATE INDEX activities_words ON activities USING gin ((ARRAY[business_id::text || kind]), words gin_trgm_ops)
  WITH (gin_pending_list_limit = 128);

-- How many there were on a day (UTC). Each adds a line, so that nobody waits for anybody; a job adds them to the tallies.
-- `request`: sent, completed, expired; the weight of a completion is how long it took (seconds_bucket).
CREATE TABLE activity_changes (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  action text NOT NULL,
  weight text NOT NULL,
  initiator_id uuid,
  amount int NOT NULL
);
CREATE INDEX activity_changes_business ON activity_changes (business_id, kind);

-- The same by day and by month: of all, and of each initiator.
CREATE TABLE activity_tallies (
  business_id uuid NOT NULL,
  kind text NOT NULL,
  step text NOT NULL CHECK (step IN ('day', 'month')),
  initiator_id uuid,
  since date NOT NULL,
  action text NOT NULL,
  weight text NOT NULL,
  amount int NOT NULL,
  UNIQUE NULLS NOT DISTINCT (business_id, kind, step, initiator_id, since, action, weight) INCLUDE (amount)
);
CREATE INDEX activity_tallies_of_members ON activity_tallies (business_id, kind, step, since)
  INCLUDE (initiator_id, action, amount) WHERE initiator_id IS NOT NULL;

CREATE FUNCTION tally_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_changes (business_id, kind, day, action, weight, initiator_id, amount)
  SELECT business_id, kind, (at AT TIME ZONE 'UTC')::date, action, weight,
    CASE WHEN kind = 'signature' THEN initiator_id END, count(*)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;
CREATE TRIGGER activities_added AFTER INSERT ON activities
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_activities();

-- Seconds by steps of a twentieth: near enough for a median.
CREATE FUNCTION seconds_bucket(took interval) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(ln(greatest(extract(epoch FROM took), 1)) / ln(1.05))::int::text
$$;

CREATE FUNCTION tally_request_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_changes (business_id, kind, day, action, weight, initiator_id, amount)
  SELECT m.business_id, 'request',
    (CASE NEW.status WHEN 'OPEN' THEN coalesce(NEW.initiated_at, NEW.updated_at)
      ELSE coalesce(NEW.completed_at, NEW.updated_at) END AT TIME ZONE 'UTC')::date,
    CASE NEW.status WHEN 'OPEN' THEN 'SENT' WHEN 'SIGNED' THEN 'COMPLETED' ELSE 'EXPIRED' END,
    CASE NEW.status WHEN 'SIGNED'
      THEN seconds_bucket(coalesce(NEW.completed_at, NEW.updated_at) - coalesce(NEW.initiated_at, NEW.created_at))
      ELSE '' END,
    NEW.owner_id, 1
  FROM business_members m WHERE m.account_id = NEW.owner_id;
  RETURN NULL;
END $$;
CREATE TRIGGER signature_requests_sent AFTER INSERT ON signature_requests
  FOR EACH ROW WHEN (NEW.status = 'OPEN') EXECUTE FUNCTION tally_request_ends();
CREATE TRIGGER signature_requests_ended AFTER UPDATE OF status ON signature_requests
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('OPEN', 'SIGNED', 'EXPIRED'))
  EXECUTE FUNCTION tally_request_ends();

-- Who came, went and became what is read from the acts of administration.
CREATE FUNCTION add_account_activity(event business_events) RETURNS void LANGUAGE sql AS $$
  INSERT INTO activities (business_id, kind, at, action, initiator_id, initiator_name, initiator_email,
    person_id, person_name, person_email)
  SELECT event.business_id, 'account', event.at, shown.action,
    (event.actor ->> 'accountId')::uuid, coalesce(event.actor ->> 'name', ''), event.actor ->> 'email',
    (event.data ->> 'accountId')::uuid,
    coalesce(event.data ->> 'name', (SELECT btrim(first_name || ' ' || last_name) FROM accounts
      WHERE id = (event.data ->> 'accountId')::uuid), ''),
    event.data ->> 'email'
  FROM (VALUES ('member_invited', 'INVITED'), ('invitation_revoked', 'INVITATION_REVOKED'),
    ('invitation_declined', 'INVITATION_DECLINED'), ('member_added', 'JOINED'), ('member_joined', 'JOINED'),
    ('made_admin', 'MADE_ADMIN'), ('made_member', 'MADE_MEMBER'), ('member_locked', 'LOCKED'),
    ('member_unlocked', 'UNLOCKED'), ('member_removed', 'REMOVED'), ('member_left', 'LEFT')) shown (type, action)
  WHERE shown.type = event.type
$$;
CREATE FUNCTION show_account_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_account_activity(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER business_events_shown AFTER INSERT ON business_events
  FOR EACH ROW EXECUTE FUNCTION show_account_activity();

-- What there is already, for those who belonged to the business then.
SELECT add_account_activity(e) FROM business_events e ORDER BY e.business_id, e.seq;

INSERT INTO activities (business_id, kind, at, action, weight, initiator_id, initiator_name, initiator_email,
  person_id, person_name, person_surname, person_email, person_type, request_id, title, legislation)
SELECT m.business_id, 'signature', s.finished_at, CASE WHEN s.quality LIKE 'SEAL%' THEN 'SEALED' ELSE 'SIGNED' END,
  s.quality, o.id, btrim(o.first_name || ' ' || o.last_name), o.email, g.account_id,
  coalesce(nullif(p.first_name, ''), g.first_name, s.signing_name), coalesce(nullif(p.last_name, ''), g.last_name, ''), g.email,
  CASE WHEN EXISTS (SELECT FROM business_members c WHERE c.account_id = g.account_id AND c.business_id = m.business_id)
    THEN 'member' ELSE 'external' END,
  r.id, r.title, s.legislation
FROM signings s
JOIN signature_requests r ON r.id = s.request_id
JOIN signatures g ON g.id = s.signature_id
JOIN accounts o ON o.id = r.owner_id
JOIN business_members m ON m.account_id = r.owner_id AND m.joined_at <= s.finished_at
LEFT JOIN accounts p ON p.id = g.account_id
WHERE s.status = 'SIGNED';

INSERT INTO activities (business_id, kind, at, action, weight, person_id, person_name, person_email, person_type,
  request_id, legislation, method, covered)
SELECT b.id, 'identification', step.at, step.action, i.legislation, i.account_id,
  coalesce(btrim(a.first_name || ' ' || a.last_name), sm.name, concat_ws(' ', g.first_name, g.last_name)), i.email,
  CASE WHEN EXISTS (SELECT FROM business_members c WHERE c.account_id = i.account_id AND c.business_id = b.id)
    THEN 'member' ELSE 'external' END,
  i.request_id, i.legislation, i.method, i.paid_by IS NOT DISTINCT FROM b.id
FROM identifications i
LEFT JOIN accounts a ON a.id = i.account_id
LEFT JOIN signatures g ON g.id = i.signature_id
LEFT JOIN signature_members sm ON sm.id = i.member_id
CROSS JOIN LATERAL (
  SELECT i.paid_by UNION
  SELECT m.business_id FROM business_members m WHERE m.account_id = i.account_id AND m.joined_at <= i.created_at UNION
  SELECT m.business_id FROM signature_requests r JOIN business_members m ON m.account_id = r.owner_id
    WHERE r.id = i.request_id AND m.joined_at <= i.created_at) b (id)
CROSS JOIN LATERAL (VALUES ('STARTED', CASE WHEN i.reference IS NOT NULL THEN i.created_at END),
  (CASE i.status WHEN 'success' THEN 'SUCCEEDED' WHEN 'failure' THEN 'FAILED' END, i.finished_at)) step (action, at)
WHERE b.id IS NOT NULL AND step.action IS NOT NULL AND step.at IS NOT NULL;

INSERT INTO activity_changes (business_id, kind, day, action, weight, initiator_id, amount)
SELECT m.business_id, 'request', (step.at AT TIME ZONE 'UTC')::date, step.action, step.weight, r.owner_id, count(*)
FROM signature_requests r
JOIN business_members m ON m.account_id = r.owner_id
CROSS JOIN LATERAL (VALUES ('SENT', '', r.initiated_at),
  (CASE r.status WHEN 'SIGNED' THEN 'COMPLETED' WHEN 'EXPIRED' THEN 'EXPIRED' END,
   CASE r.status WHEN 'SIGNED' THEN seconds_bucket(coalesce(r.completed_at, r.updated_at) - coalesce(r.initiated_at, r.created_at))
     ELSE '' END,
   coalesce(r.completed_at, r.updated_at))) step (action, weight, at)
WHERE step.action IS NOT NULL AND step.at >= m.joined_at
GROUP BY 1, 2, 3, 4, 5, 6;
