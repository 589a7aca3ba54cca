-- Businesses: who belongs to one, and what it has chosen.

CREATE TABLE businesses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  -- what was chosen; what is not in it is as businesses/business.ts has it
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);

-- An account belongs to one business at most.
CREATE TABLE business_members (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  business_id uuid NOT NULL REFERENCES businesses,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX business_members_business ON business_members (business_id);

-- Every act of administration, append-only; each event carries the hash of the one before it.
CREATE TABLE business_events (
  business_id uuid NOT NULL,
  seq int NOT NULL,
  type text NOT NULL,
  at timestamptz NOT NULL,
  actor jsonb NOT NULL,
  data jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (business_id, seq)
);
CREATE TRIGGER business_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON business_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
