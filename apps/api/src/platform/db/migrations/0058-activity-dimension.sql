-- By what activities of one kind are broken down in lists and figures: signatures by their level, identifications by their legal
-- framework, completed requests by how long they took (seconds_bucket).
ALTER TABLE activities RENAME COLUMN weight TO dimension;
ALTER TABLE activity_changes RENAME COLUMN weight TO dimension;
ALTER TABLE activity_tallies RENAME COLUMN weight TO dimension;
ALTER INDEX activities_by_weight RENAME TO activities_by_dimension;

CREATE OR REPLACE FUNCTION tally_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_changes (business_id, kind, day, action, dimension, initiator_id, amount)
  SELECT business_id, kind, (at AT TIME ZONE 'UTC')::date, action, dimension,
    CASE WHEN kind = 'signature' THEN initiator_id END, count(*)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tally_request_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_changes (business_id, kind, day, action, dimension, initiator_id, amount)
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
