-- A signature may show in several places of a document. `place` stays the first of them for processes of the release before.
ALTER TABLE signature_places ADD COLUMN places jsonb NOT NULL DEFAULT '[]';
UPDATE signature_places SET places = jsonb_build_array(place) WHERE jsonb_typeof(place) = 'object';
-- What the signer fills in there, and, once signed, with what (by field).
ALTER TABLE signature_places ADD COLUMN fields jsonb NOT NULL DEFAULT '[]', ADD COLUMN signed_values jsonb;
-- The form fields that an upload came with.
ALTER TABLE documents ADD COLUMN form_fields jsonb NOT NULL DEFAULT '[]';
-- The values that a signing signs, by document and field.
ALTER TABLE signings ADD COLUMN field_values jsonb NOT NULL DEFAULT '{}';

-- What a signer has filled in so far: of a signer group each member their own.
CREATE TABLE field_inputs (
  signature_id uuid NOT NULL REFERENCES signatures ON DELETE CASCADE,
  -- The member of the group, else the signature again.
  person_id uuid NOT NULL,
  input jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (signature_id, person_id)
);
