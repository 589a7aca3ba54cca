-- The template that a request was made from, for the values that were filled in in all of them. The template may be gone.
ALTER TABLE signature_requests ADD COLUMN template_id uuid;
UPDATE signature_requests r SET template_id = (e.data ->> 'templateId')::uuid
  FROM evidence_events e WHERE e.request_id = r.id AND e.seq = 1 AND e.data ? 'templateId';
CREATE INDEX signature_requests_template ON signature_requests (template_id, created_at, id) WHERE template_id IS NOT NULL;
