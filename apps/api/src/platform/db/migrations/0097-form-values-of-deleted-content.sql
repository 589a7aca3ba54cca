-- compatibility: expand
-- Auto-deletion left what the form in a file held.
UPDATE documents SET form_fields = ARRAY_TO_JSON(ARRAY(
  SELECT field || '{"value": null}' FROM jsonb_array_elements(form_fields) WITH ORDINALITY AS listed (field, nth)
  ORDER BY nth))::jsonb
WHERE content_deleted_at IS NOT NULL AND form_fields <> '[]';
