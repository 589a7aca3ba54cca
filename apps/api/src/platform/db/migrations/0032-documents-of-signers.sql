-- Which documents each signer signs (docs/decisions/0060).

-- Everything, documents added later included; otherwise what signature_places has a row for.
ALTER TABLE signatures ADD COLUMN all_documents boolean NOT NULL DEFAULT true;

UPDATE signatures s SET all_documents = false
WHERE EXISTS (SELECT FROM signature_places p WHERE p.signature_id = s.id);

-- From now on each document that somebody signs has its row. Until now everybody signed everything: what has been signed
-- says so, and a request in which somebody has signed, or is signing, is completed as it began.
INSERT INTO signature_places (signature_id, document_id)
SELECT s.id, d.document_id
FROM signatures s JOIN request_documents d ON d.request_id = s.request_id
WHERE s.all_documents
  OR EXISTS (SELECT FROM signatures o WHERE o.request_id = s.request_id AND o.status = 'SIGNED')
  OR EXISTS (SELECT FROM signings g WHERE g.request_id = s.request_id AND g.status = 'OPEN')
ON CONFLICT DO NOTHING;
CREATE INDEX signature_places_document ON signature_places (document_id);

-- A lease keeps the documents that are being signed, not the request: whoever signs others need not wait.
ALTER TABLE signing_locks DROP CONSTRAINT signing_locks_pkey;
ALTER TABLE signing_locks ADD COLUMN document_id uuid REFERENCES documents ON DELETE CASCADE;
INSERT INTO signing_locks (request_id, document_id, approval_id, held_by, until)
SELECT l.request_id, d.document_id, l.approval_id, l.held_by, l.until
FROM signing_locks l JOIN request_documents d ON d.request_id = l.request_id;
DELETE FROM signing_locks WHERE document_id IS NULL;
ALTER TABLE signing_locks ALTER COLUMN document_id SET NOT NULL;
ALTER TABLE signing_locks ADD PRIMARY KEY (request_id, document_id);
