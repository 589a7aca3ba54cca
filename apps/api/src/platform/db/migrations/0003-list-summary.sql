-- What a row of the dashboard shows of a request, written with each change of it, so that a list reads one row for each
-- line instead of gathering documents and signers.

ALTER TABLE signature_requests ADD COLUMN summary jsonb NOT NULL
  DEFAULT '{"document_names": [], "signers": [], "signature_count": 0, "signature_count_signed": 0}';

UPDATE signature_requests r SET summary = jsonb_build_object(
  'document_names', coalesce((
    SELECT jsonb_agg(d.name ORDER BY rd.position)
    FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = r.id), '[]'),
  'signers', coalesce((
    SELECT jsonb_agg(jsonb_build_object('email', s.email, 'status_code', s.status,
      'name', coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.email)) ORDER BY s.position)
    FROM signatures s WHERE s.request_id = r.id AND s.position < 10), '[]'),
  'signature_count', (SELECT count(*) FROM signatures s WHERE s.request_id = r.id),
  'signature_count_signed', (SELECT count(*) FROM signatures s WHERE s.request_id = r.id AND s.status = 'SIGNED'));

CREATE INDEX signatures_failed_delivery ON signatures (request_id) WHERE delivery_state = 'failed';
