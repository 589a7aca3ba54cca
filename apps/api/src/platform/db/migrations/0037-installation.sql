-- Which installation this is (docs/decisions/0065). The document store carries the same id, compared at each start and before
-- each clean-up. A clean-up leaves a mark in both: `clean_up` the newest, `previous_clean_up` the one before, which counts as
-- well in case a process died between writing here and there.
CREATE TABLE installation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  clean_up uuid,
  previous_clean_up uuid
);
INSERT INTO installation DEFAULT VALUES;
