-- Encrypted columns are called encrypted; a seal is only an organisation's electronic seal (eIDAS Art. 3(25)).
ALTER TABLE signatures RENAME COLUMN link_sealed TO link_encrypted;
ALTER TABLE signature_members RENAME COLUMN link_sealed TO link_encrypted;
ALTER TABLE second_factors RENAME COLUMN secret_sealed TO secret_encrypted;
ALTER TABLE single_sign_ons RENAME COLUMN secrets_sealed TO secrets_encrypted;
ALTER TABLE approvals RENAME COLUMN ticket_sealed TO ticket_encrypted;
ALTER TABLE approvals RENAME COLUMN url_sealed TO url_encrypted;
ALTER TABLE approvals RENAME COLUMN destination_sealed TO destination_encrypted;
ALTER TABLE approvals RENAME COLUMN query_sealed TO query_encrypted;
ALTER TABLE approvals RENAME COLUMN code_sealed TO code_encrypted;
ALTER TABLE identifications RENAME COLUMN ident_url_sealed TO ident_url_encrypted;
ALTER TABLE identifications RENAME COLUMN person_sealed TO person_encrypted;
ALTER TABLE identifications RENAME COLUMN evidence_sealed TO evidence_encrypted;

ALTER TABLE prepared_seals RENAME TO prepared_signatures;
ALTER TABLE prepared_signatures RENAME COLUMN stroke TO prepared;

-- What waits in JSON is read under the new name.
UPDATE mails SET input = jsonb_build_object('encrypted', input -> 'sealed') WHERE input ? 'sealed';
UPDATE idempotency_keys SET answer = jsonb_build_object('encrypted', answer -> 'sealed') WHERE answer ? 'sealed';

-- Jobs that wait, where there is a queue yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks SET identifier = 'apply-signature'
      WHERE identifier = 'seal'
        AND NOT EXISTS (SELECT FROM graphile_worker._private_tasks WHERE identifier = 'apply-signature');
    UPDATE graphile_worker._private_jobs j
      SET payload = (j.payload::jsonb - 'sealed' || jsonb_build_object('encrypted', j.payload::jsonb -> 'sealed'))::json
      FROM graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = 'submit-contact' AND j.payload::jsonb ? 'sealed';
  END IF;
END
$$;
