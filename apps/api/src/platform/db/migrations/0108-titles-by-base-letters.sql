-- compatibility: expand
-- Titles and names are sorted by their base letters: “Änderung” among those with A, “Übernahme” among those with U. Composed and
-- decomposed letters are the same, and letters that have no decomposition count as what stands for them in an index.
-- An index takes no key of more than some 2,700 bytes: 300 letters are enough to sort by.
CREATE FUNCTION sort_key(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN $1 !~ '[^\x01-\x7f]' THEN lower(left($1, 300)) ELSE
    translate(replace(replace(replace(replace(
      lower(left(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'), 300)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħıŧ', 'olddhit') END
$$;

-- An ordinary column from now on, kept by a trigger: another generated column would rewrite the whole table. Releases
-- before only read it.
-- safe: a trigger keeps the column from here on, and no release writes it
ALTER TABLE request_access ALTER COLUMN title_key DROP EXPRESSION;
CREATE FUNCTION keep_title_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.title_key := sort_key(NEW.title);
  RETURN NEW;
END $$;
CREATE TRIGGER request_access_title_key BEFORE INSERT OR UPDATE OF title, title_key ON request_access
  FOR EACH ROW EXECUTE FUNCTION keep_title_key();

-- The rows there are get their new key from a job, a few at a time. An empty database has none, and no queue yet.
DO $$ BEGIN
  IF EXISTS (SELECT FROM request_access) THEN
    PERFORM graphile_worker.add_job('sort-titles', job_key => 'sort-titles');
  END IF;
END $$;
