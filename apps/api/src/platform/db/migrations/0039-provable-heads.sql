-- Signed heads from now on cover the root of a Merkle tree (form 2), so that one chain's head can be shown to be among
-- them without the others' (docs/evidence.md). Those that are there cover the list itself (form 1), and stay as they are.
ALTER TABLE evidence_heads ADD COLUMN form smallint NOT NULL DEFAULT 1;

-- Which signed heads name a chain.
CREATE FUNCTION evidence_head_chains(heads jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
  AS $$ SELECT array_agg(key) FROM jsonb_object_keys(heads) AS key $$;
CREATE INDEX evidence_heads_chains ON evidence_heads USING gin (evidence_head_chains(heads));
