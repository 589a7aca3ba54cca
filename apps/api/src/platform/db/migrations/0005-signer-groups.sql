-- Signer groups: people of whom the first who signs, signs for all of them.

CREATE TABLE signer_groups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES accounts,
  -- the name and the number of the newest version
  name text NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX signer_groups_owner ON signer_groups (owner_id, lower(name), id);

-- Immutable: a change of a group is a new version of it.
CREATE TABLE signer_group_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  group_id uuid NOT NULL REFERENCES signer_groups ON DELETE CASCADE,
  number int NOT NULL,
  name text NOT NULL,
  -- [{email, name}]
  members jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (group_id, number)
);

-- A signature that one of several people makes. What is asked of them is copied: what becomes of the group does not touch it.
ALTER TABLE signatures
  ADD COLUMN group_id uuid,
  ADD COLUMN group_version_id uuid,
  ADD COLUMN group_name text,
  -- who of the members signed or declined
  ADD COLUMN member_id uuid;

CREATE TABLE signature_members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  signature_id uuid NOT NULL REFERENCES signatures ON DELETE CASCADE,
  position int NOT NULL,
  email text NOT NULL,
  name text,
  language text NOT NULL,
  -- as with a signature: an account, or a link of one's own
  account_id uuid REFERENCES accounts,
  link_hash bytea UNIQUE,
  link_sealed bytea,
  -- when they first looked at it
  opened_at timestamptz,
  delivery_state text CHECK (delivery_state IN ('pending', 'sent', 'failed')),
  delivery_message text
);
CREATE INDEX signature_members_signature ON signature_members (signature_id, position);
CREATE INDEX signature_members_request ON signature_members (request_id);
CREATE INDEX signature_members_account ON signature_members (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX signature_members_email ON signature_members (email) WHERE account_id IS NULL;

-- Which of the members signs, and to which of them a mail goes.
ALTER TABLE signings ADD COLUMN member_id uuid;
ALTER TABLE mails ADD COLUMN member_id uuid REFERENCES signature_members ON DELETE SET NULL;
CREATE INDEX mails_member ON mails (member_id) WHERE member_id IS NOT NULL;
