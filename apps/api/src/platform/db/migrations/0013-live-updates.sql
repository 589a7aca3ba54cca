-- Whoever sees a request is told at once that it changed: by a notification for each row of a dashboard that did.

CREATE FUNCTION tell_of_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Work on the data as a whole tells nobody: those who look at it ask again by themselves before long.
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 2001) few) > 2000 THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('request_access_changed', account_id || ' ' || request_id) FROM changed;
  RETURN NULL;
END $$;

CREATE TRIGGER request_access_tell_insert AFTER INSERT ON request_access
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
CREATE TRIGGER request_access_tell_update AFTER UPDATE ON request_access
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
CREATE TRIGGER request_access_tell_delete AFTER DELETE ON request_access
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
