-- compatibility: expand
-- Signatures beyond the included of a plan by invoice are invoiced by the operator; they waited for a payment provider, which
-- would have charged them with the next plan. While there is no subscription, only a plan by invoice charges for signatures.
-- safe: a row that is already reported is left alone by any release
UPDATE signature_usage u SET reported_at = u.at
WHERE u.extra AND u.reported_at IS NULL AND u.told_at IS NULL AND u.business_id IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM subscriptions s
    WHERE s.business_id = u.business_id AND s.started_at <= u.at AND (s.ended_at IS NULL OR u.at < s.ended_at)
  );
