-- What is signed, as it was submitted last and under which name (docs/decisions/0061).

-- How often what will be signed was replaced while the step was open.
ALTER TABLE approvals ADD COLUMN revision int NOT NULL DEFAULT 0;

-- The name that a signature was made under. An email address is none.
ALTER TABLE signatures ADD COLUMN signed_name text;

UPDATE signatures s SET signed_name = g.signing_name
FROM signings g
WHERE g.signature_id = s.id AND g.status = 'SIGNED' AND s.status = 'SIGNED' AND g.signing_name !~ '\S@\S';

-- Lists show it where they showed the address.
UPDATE signature_requests r SET summary = jsonb_set(r.summary, '{signers}', (
  SELECT jsonb_agg(
    CASE WHEN listed.signer ->> 'name' = listed.signer ->> 'email' AND s.signed_name IS NOT NULL
      THEN listed.signer || jsonb_build_object('name', s.signed_name) ELSE listed.signer END
    ORDER BY listed.place)
  FROM jsonb_array_elements(r.summary -> 'signers') WITH ORDINALITY AS listed (signer, place)
  LEFT JOIN signatures s ON s.request_id = r.id AND s.position = listed.place - 1))
WHERE EXISTS (
  SELECT FROM signatures s
  WHERE s.request_id = r.id AND s.signed_name IS NOT NULL AND s.first_name IS NULL AND s.last_name IS NULL)
  AND jsonb_array_length(r.summary -> 'signers') > 0;

-- A draft's list that names every document was made where nothing else could be chosen.
UPDATE signatures s SET all_documents = true
FROM signature_requests r
WHERE r.id = s.request_id AND r.status = 'DRAFT' AND NOT EXISTS (
  SELECT FROM request_documents d
  WHERE d.request_id = s.request_id
    AND NOT EXISTS (SELECT FROM signature_places p WHERE p.signature_id = s.id AND p.document_id = d.document_id));
