-- Plans, what a business pays, and what was used. Where no payment provider is set up, none of it is filled.

-- What is sold. Amounts are in the smallest unit, for each seat and cycle; the provider's price is found by its lookup key
-- <plan>_<cycle>_<currency>, and is the one that counts once it is there.
CREATE TABLE plans (
  name text PRIMARY KEY,
  position int NOT NULL UNIQUE,
  -- false: by contract
  sold boolean NOT NULL,
  min_seats int NOT NULL CHECK (min_seats > 0),
  max_seats int CHECK (max_seats >= min_seats),
  -- {ses, aes, qes, seal}: for each seat and month; null: not limited
  included jsonb NOT NULL,
  -- signatures beyond that are charged each; otherwise they wait for the next month
  charges_extra boolean NOT NULL,
  -- {uploads, apiUsers, seals, retention, branding, part11, bulkSend, api}
  limits jsonb NOT NULL
);
CREATE TABLE plan_prices (
  plan text NOT NULL REFERENCES plans,
  cycle text NOT NULL CHECK (cycle IN ('month', 'year')),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  amount int NOT NULL CHECK (amount > 0),
  PRIMARY KEY (plan, cycle, currency)
);
-- What one signature beyond the included costs.
CREATE TABLE extra_prices (
  quality text NOT NULL CHECK (quality IN ('ses', 'aes', 'qes', 'seal')),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  amount int NOT NULL CHECK (amount > 0),
  PRIMARY KEY (quality, currency)
);

INSERT INTO plans (name, position, sold, min_seats, max_seats, included, charges_extra, limits) VALUES
  ('individual', 1, true, 1, 1, '{"ses": 20, "aes": 10, "qes": 5, "seal": 0}', true,
    '{"uploads": true, "apiUsers": 0, "seals": 0, "retention": false, "branding": false, "part11": false, "bulkSend": false, "api": false}'),
  ('team', 2, true, 2, 50, '{"ses": null, "aes": 20, "qes": 5, "seal": 0}', true,
    '{"uploads": true, "apiUsers": 1, "seals": 0, "retention": true, "branding": true, "part11": false, "bulkSend": false, "api": true}'),
  ('pro', 3, true, 2, 200, '{"ses": null, "aes": 50, "qes": 10, "seal": 100}', true,
    '{"uploads": true, "apiUsers": 10, "seals": 2, "retention": true, "branding": true, "part11": true, "bulkSend": true, "api": true}'),
  ('scale', 4, true, 10, 2000, '{"ses": null, "aes": null, "qes": 20, "seal": 1000}', true,
    '{"uploads": true, "apiUsers": 100, "seals": 10, "retention": true, "branding": true, "part11": true, "bulkSend": true, "api": true}'),
  ('enterprise', 5, false, 1, NULL, '{"ses": null, "aes": null, "qes": null, "seal": null}', true,
    '{"uploads": true, "apiUsers": null, "seals": null, "retention": true, "branding": true, "part11": true, "bulkSend": true, "api": true}');
INSERT INTO plan_prices (plan, cycle, currency, amount)
  SELECT plan, cycle, currency, amount FROM (VALUES
    ('individual', 900), ('team', 1200), ('pro', 2000), ('scale', 2800)) AS monthly (plan, month),
    LATERAL (VALUES ('month', month), ('year', month * 10)) AS cycles (cycle, amount),
    (VALUES ('CHF'), ('EUR')) AS currencies (currency);
INSERT INTO extra_prices (quality, currency, amount)
  SELECT quality, currency, amount FROM (VALUES ('ses', 30), ('aes', 100), ('qes', 250), ('seal', 50)) AS extra (quality, amount),
    (VALUES ('CHF'), ('EUR')) AS currencies (currency);

-- How a business pays. Its row is locked while the provider is asked and its answer is written.
CREATE TABLE business_billing (
  business_id uuid PRIMARY KEY REFERENCES businesses,
  -- {contactName, contactEmail, address1, address2, postalCode, city, country, vat}
  address jsonb NOT NULL DEFAULT '{}',
  currency text CHECK (currency IN ('CHF', 'EUR')),
  -- null: none yet; the trial, or nothing
  provider text CHECK (provider IN ('MANUAL', 'STRIPE', 'CHARGEBEE')),
  customer_id text,
  trial_plan text NOT NULL DEFAULT 'pro' REFERENCES plans,
  trial_ends_at timestamptz NOT NULL,
  -- the trial was ended by an admin, before its time
  trial_cancelled_at timestamptz,
  -- the operator locked the business
  blocked_at timestamptz,
  -- with MANUAL: the plan, what it is called, its seats, and until when (null: until further notice)
  manual_plan text REFERENCES plans,
  manual_name text CHECK (manual_name LIKE 'ent%' OR manual_name IN ('individual', 'team', 'pro', 'scale')),
  manual_seats int CHECK (manual_seats > 0),
  manual_until timestamptz,
  -- what an admin last chose, and when: a change that was begun on an older one is refused
  seats_wanted int CHECK (seats_wanted > 0),
  seats_changed_at timestamptz NOT NULL,
  -- why the last payment failed, in the provider's code
  error_code text,
  -- it was offered the new price plan in place of an old one
  fair_flat_offered_at timestamptz,
  fair_flat_answered_at timestamptz,
  -- by which other businesses come
  referral_code text UNIQUE,
  referred_by uuid REFERENCES businesses,
  synced_at timestamptz,
  -- when the sweep asks again at the latest
  next_sync_at timestamptz NOT NULL,
  -- {notice: day}: what was mailed, so that nothing is mailed twice
  notices jsonb NOT NULL DEFAULT '{}',
  UNIQUE (provider, customer_id),
  CHECK (provider IS DISTINCT FROM 'MANUAL' OR (manual_plan IS NOT NULL AND manual_seats IS NOT NULL))
);
CREATE INDEX business_billing_due ON business_billing (next_sync_at);

-- Subscriptions as the provider last had them.
CREATE TABLE subscriptions (
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'CHARGEBEE')),
  id text NOT NULL,
  business_id uuid NOT NULL REFERENCES businesses,
  status text NOT NULL CHECK (status IN
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'paused')),
  -- the business has what it pays for by this one
  live boolean NOT NULL,
  plan text NOT NULL REFERENCES plans,
  cycle text NOT NULL CHECK (cycle IN ('month', 'year')),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  -- paid for now, and from the next period on
  seats int NOT NULL CHECK (seats > 0),
  next_seats int CHECK (next_seats > 0),
  started_at timestamptz NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  -- cancelled as of then
  cancel_at timestamptz,
  ended_at timestamptz,
  -- [{promoCode, type, status, expiresAt, percentOff, amountOff}]
  discounts jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (provider, id)
);
-- One at a time. A second one at the provider is a problem that an operator is shown.
CREATE UNIQUE INDEX subscriptions_live ON subscriptions (business_id) WHERE live;
CREATE INDEX subscriptions_business ON subscriptions (business_id);

-- What an admin chose to have changed at the provider, written before the provider is asked: a process that dies in
-- between leaves it OPEN, and the sweep finishes it with the same key.
CREATE TABLE billing_orders (
  -- the provider's idempotency key is made of it
  id uuid PRIMARY KEY,
  -- null with the direct upgrade, until the business is founded
  business_id uuid REFERENCES businesses,
  account_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('UPGRADE', 'SEATS', 'CANCEL', 'REVOKE')),
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'CHARGEBEE')),
  customer_id text,
  -- {plan, cycle, currency, seats, promoCode, referralCode, prorationDate, setupReference, foundation …}
  wish jsonb NOT NULL,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DONE', 'FAILED', 'ABANDONED')),
  -- the key of the refusal
  failure text,
  subscription_id text,
  -- of an account that became a business with it
  direct boolean NOT NULL GENERATED ALWAYS AS (wish ? 'foundation') STORED,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX billing_orders_open_business ON billing_orders (business_id) WHERE state = 'OPEN' AND business_id IS NOT NULL;
CREATE UNIQUE INDEX billing_orders_open_account ON billing_orders (account_id) WHERE state = 'OPEN' AND business_id IS NULL;
CREATE INDEX billing_orders_account ON billing_orders (account_id, created_at);
CREATE INDEX billing_orders_business ON billing_orders (business_id, created_at);
CREATE INDEX billing_orders_open ON billing_orders (created_at) WHERE state = 'OPEN';

-- The customer record that a personal account has at the provider before it is a business.
CREATE TABLE account_customers (
  account_id uuid NOT NULL REFERENCES accounts,
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'CHARGEBEE')),
  customer_id text NOT NULL,
  PRIMARY KEY (account_id, provider),
  UNIQUE (provider, customer_id)
);

-- Webhooks that were taken, each once.
CREATE TABLE billing_events (
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'CHARGEBEE')),
  id text NOT NULL,
  type text NOT NULL,
  customer_id text,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (provider, id)
);
CREATE INDEX billing_events_open ON billing_events (received_at) WHERE processed_at IS NULL;

-- What an operator has to look at: two live subscriptions, a missing price, a difference that a sync did not end.
CREATE TABLE billing_problems (
  business_id uuid NOT NULL REFERENCES businesses,
  kind text NOT NULL,
  details jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (business_id, kind)
);

-- One row for each signature that counts, written in the transaction in which it counts. `signing_id` is in its event in the
-- evidence, and is the identifier by which the provider charges it once.
CREATE TABLE signature_usage (
  signing_id uuid PRIMARY KEY,
  -- who pays: the business of the request's owner, or else that account
  business_id uuid REFERENCES businesses,
  account_id uuid,
  quality text NOT NULL CHECK (quality IN ('ses', 'aes', 'qes', 'seal')),
  at timestamptz NOT NULL,
  -- beyond what is included, to be charged
  extra boolean NOT NULL,
  reported_at timestamptz,
  CHECK ((business_id IS NULL) <> (account_id IS NULL))
);
CREATE INDEX signature_usage_business ON signature_usage (business_id, at) WHERE business_id IS NOT NULL;
CREATE INDEX signature_usage_account ON signature_usage (account_id, at) WHERE account_id IS NOT NULL;
CREATE INDEX signature_usage_to_report ON signature_usage (at) WHERE extra AND reported_at IS NULL;

CREATE TABLE billing_surveys (
  id uuid PRIMARY KEY,
  business_id uuid NOT NULL REFERENCES businesses,
  account_id uuid NOT NULL REFERENCES accounts,
  about text NOT NULL CHECK (about IN ('upgrade', 'cancellation', 'trial')),
  rating int CHECK (rating BETWEEN 1 AND 5),
  reason text,
  comment text,
  at timestamptz NOT NULL
);

-- When the account was told that its free plan changes, and took it.
ALTER TABLE accounts
  ADD COLUMN free_migration_offered_at timestamptz,
  ADD COLUMN free_migration_accepted_at timestamptz;

-- Named by an admin to be the first without a seat, where there will be fewer seats than people.
ALTER TABLE business_members ADD COLUMN gives_up_seat boolean NOT NULL DEFAULT false;
