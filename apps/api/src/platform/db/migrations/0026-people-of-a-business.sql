-- How people come to a business: by an invitation to their e-mail.

CREATE TABLE business_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  language text NOT NULL,
  -- in the words of whoever invites
  message text,
  invited_by uuid REFERENCES accounts,
  -- REPLACED: the same address was invited again. An OPEN one is over all the same once it has expired.
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'ACCEPTED', 'DECLINED', 'REVOKED', 'REPLACED')),
  created_at timestamptz NOT NULL,
  -- the last mail of it
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- Nobody is invited twice at the same time.
CREATE UNIQUE INDEX business_invitations_open ON business_invitations (business_id, email) WHERE state = 'OPEN';
CREATE INDEX business_invitations_business ON business_invitations (business_id, created_at);
CREATE INDEX business_invitations_email ON business_invitations (email) WHERE state = 'OPEN';

-- Whether one waits is looked up from now on; what stays of an accepted one is that it was.
UPDATE accounts SET business_invite_accepted = NULL WHERE NOT business_invite_accepted;
