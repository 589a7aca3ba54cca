-- compatibility: expand
-- “Muller” finds “Müller”, “resume” a “Résumé”, “Strasse” a “Straße”: where the words of a request have other letters than base letters,
-- the same words in base letters follow, behind a separator that no text has. A database whose character type is C knows capitals of
-- ASCII alone, so those that have no decomposition are named beside their small letters.
CREATE FUNCTION base_letters(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN $1 !~ '[^\x01-\x7f]' THEN lower($1) ELSE
    normalize(lower(translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
      'øØłŁđĐðÐħĦıŧŦ', 'oollddddhhitt')), NFC)
  END
$$;

-- By a trigger: while an installation is updated, an earlier release writes words as well.
CREATE FUNCTION add_base_letters() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE base text;
BEGIN
  IF NEW.words ~ '[^\x01-\x7f]' AND position(chr(31) IN NEW.words) = 0 THEN
    base := base_letters(NEW.words);
    IF base <> NEW.words THEN NEW.words := NEW.words || chr(31) || base; END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER request_words_base_letters BEFORE INSERT OR UPDATE OF words ON request_words
  FOR EACH ROW EXECUTE FUNCTION add_base_letters();

-- The words there are get their base letters from a job, a few at a time. An empty database has none, and no queue yet.
DO $$ BEGIN
  IF EXISTS (SELECT FROM request_words) THEN
    PERFORM graphile_worker.add_job('add-base-letters', job_key => 'add-base-letters');
  END IF;
END $$;
