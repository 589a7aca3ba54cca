-- The domains that businesses claim, proved by a record in the domain name system, and what rests on that.

CREATE TABLE business_domains (
  business_id uuid NOT NULL REFERENCES businesses,
  -- in lower case, as the domain name system has it (xn--)
  domain text NOT NULL,
  -- stands in the record, for everybody to read
  token text NOT NULL,
  claimed_at timestamptz NOT NULL,
  -- null until it was found for the first time
  verified_at timestamptz,
  -- proved, and since then every answer was that the record is not there
  missing_since timestamptz,
  -- proved, and gone for too long
  lapsed_at timestamptz,
  checked_at timestamptz,
  problem text CHECK (problem IN ('no_record', 'other_value', 'no_answer', 'taken')),
  next_check_at timestamptz NOT NULL,
  -- whether people with an address of it may join by themselves
  join_allowed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (business_id, domain)
);
-- A domain is proved by one business at a time.
CREATE UNIQUE INDEX business_domains_proved ON business_domains (domain)
  WHERE verified_at IS NOT NULL AND lapsed_at IS NULL;
CREATE INDEX business_domains_domain ON business_domains (domain);
CREATE INDEX business_domains_due ON business_domains (next_check_at);

-- What was last asked for; what holds stands in the settings of the business.
CREATE TABLE aes_for_business (
  business_id uuid PRIMARY KEY REFERENCES businesses,
  representative_name text NOT NULL,
  representative_email text NOT NULL,
  commercial_register text NOT NULL,
  domains text[] NOT NULL,
  asked_at timestamptz NOT NULL,
  -- of the link in the representative's mail; null once it was followed
  token_hash bytea UNIQUE,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
