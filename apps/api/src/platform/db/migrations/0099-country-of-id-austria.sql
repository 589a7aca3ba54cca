-- compatibility: expand
-- ID Austria proves people to be known to Austria's registers, and its evidence named no country.
UPDATE identifications SET proven = jsonb_set(proven, '{country}', '"AT"')
WHERE provider = 'id-austria' AND proven IS NOT NULL AND proven ->> 'country' IS NULL;
