-- Templates: a request without its people. And sends from one of them to a table of people.

-- What somebody signs as ("Tenant"). While nobody is named for it in a draft, the e-mail is empty.
ALTER TABLE signatures ADD COLUMN role text;

CREATE TABLE templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES accounts,
  name text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  quality text NOT NULL,
  legislation text,
  -- null: as long as a request has where nothing is said
  expires_in_days int,
  -- [{id, name, sequence, notify, documents: [{documentId, place, formField}]}]
  roles jsonb NOT NULL,
  -- e-mails
  observers jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX templates_owner ON templates (owner_id, updated_at DESC, id);

-- A template's documents are rows of its own: their content is shared by its hash with all that is made from it.
CREATE TABLE template_documents (
  template_id uuid NOT NULL REFERENCES templates ON DELETE CASCADE,
  document_id uuid NOT NULL REFERENCES documents,
  position int NOT NULL,
  PRIMARY KEY (template_id, document_id)
);
CREATE INDEX template_documents_document ON template_documents (document_id);

CREATE TABLE template_attachments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  template_id uuid NOT NULL REFERENCES templates ON DELETE CASCADE,
  position int NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL
);
CREATE INDEX template_attachments_template ON template_attachments (template_id);
CREATE INDEX template_attachments_sha256 ON template_attachments (sha256);

CREATE TABLE table_sends (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES accounts,
  -- a template is not deleted while rows wait; its name stays when it is gone
  template_id uuid REFERENCES templates ON DELETE SET NULL,
  template_name text NOT NULL,
  -- who sent it, for the evidence of each request
  actor jsonb NOT NULL,
  -- the template as it was then: a later change of it does not reach rows that wait
  template jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz
);
CREATE INDEX table_sends_owner ON table_sends (owner_id, created_at DESC, id);
CREATE INDEX table_sends_template ON table_sends (template_id);

CREATE TABLE table_send_rows (
  send_id uuid NOT NULL REFERENCES table_sends ON DELETE CASCADE,
  -- as the spreadsheet counts it
  row int NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'sent', 'refused', 'cancelled')),
  -- {title, message, signers: [{roleId, email, firstName, lastName, language}]}
  content jsonb NOT NULL,
  -- why it was refused: [{code, column}]
  problems jsonb NOT NULL DEFAULT '[]',
  failures int NOT NULL DEFAULT 0,
  request_id uuid REFERENCES signature_requests ON DELETE SET NULL,
  done_at timestamptz,
  PRIMARY KEY (send_id, row)
);
CREATE INDEX table_send_rows_pending ON table_send_rows (send_id, row) WHERE state = 'pending';
CREATE INDEX table_send_rows_request ON table_send_rows (request_id) WHERE request_id IS NOT NULL;
