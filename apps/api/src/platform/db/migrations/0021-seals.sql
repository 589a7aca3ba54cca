-- Seals of businesses: the key is the organisation's and lies at a trust service; who may use it is written down here.

CREATE TABLE seals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL REFERENCES businesses,
  -- by which clients name it
  account_name text NOT NULL UNIQUE,
  -- what people read
  label text NOT NULL,
  quality text NOT NULL CHECK (quality IN ('AES', 'QES')),
  legislation text NOT NULL CHECK (legislation IN ('ZERTES', 'EIDAS')),
  -- the trust service's name, as the configuration has it (null until it is known), and by which name it knows the
  -- organisation's key
  service text,
  seal_name text NOT NULL,
  -- whom its certificate has to name, letter for letter
  organisation text NOT NULL,
  -- certifies a document that it is the first to sign (DocMDP, P = 2)
  certifies boolean NOT NULL DEFAULT false,
  -- PNG, as it was cropped
  image bytea,
  -- {subject, issuer, serial, notAfter} of the signature that the service gave as a test
  certificate jsonb,
  proved_at timestamptz,
  -- why the service would not sign with it
  refusal text,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);
CREATE INDEX seals_business ON seals (business_id);

-- Who may seal with it.
CREATE TABLE seal_members (
  seal_id uuid NOT NULL REFERENCES seals,
  account_id uuid NOT NULL REFERENCES business_members ON DELETE CASCADE,
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (seal_id, account_id)
);
CREATE INDEX seal_members_account ON seal_members (account_id);
