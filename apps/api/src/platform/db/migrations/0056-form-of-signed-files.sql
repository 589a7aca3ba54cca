-- A file that is signed takes no further fields either. The check is of the column, so it has the name that PostgreSQL gave it.
ALTER TABLE documents DROP CONSTRAINT documents_form_problem_check;
ALTER TABLE documents ADD CONSTRAINT documents_form_problem_check
  CHECK (form_problem IN ('xfa', 'calculated', 'certified', 'signed'));
UPDATE documents SET form_problem = 'signed'
  WHERE kind = 'upload' AND form_problem IS NULL AND signature_fields @> '[{"signed": true}]';
