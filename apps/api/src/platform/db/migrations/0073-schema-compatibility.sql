-- compatibility: expand
-- The oldest code that can run after each migration (docs/decisions/0102): '0000' for any that could before it. Null: of a time
-- when it wasn't declared, so that only code which knows the migration can.
ALTER TABLE migrations ADD COLUMN oldest_code text;
