-- Identity verification at an office, by appointment, and by a smart card that the person has already.

ALTER TABLE identifications DROP CONSTRAINT identifications_method_check;
ALTER TABLE identifications ADD CONSTRAINT identifications_method_check
  CHECK (method IN ('video', 'robo', 'autoident', 'id-austria', 'loc', 'external-sc'));
