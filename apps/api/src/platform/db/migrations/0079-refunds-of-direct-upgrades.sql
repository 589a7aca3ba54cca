-- compatibility: expand
-- When the operator returned the payment of a direct upgrade that was paid for although its account belongs to another business.
ALTER TABLE billing_orders ADD COLUMN refunded_at timestamptz;
