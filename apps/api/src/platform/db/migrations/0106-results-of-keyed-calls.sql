-- compatibility: expand
-- What a call with an Idempotency-Key has made, written by the transaction that makes it (docs/decisions/0064): a retry of a call that
-- was killed before its response was stored answers from it, and doesn't repeat the work. `result_claim` is the claim under which that
-- transaction was committed: it counts only while the key still has this claim.
ALTER TABLE idempotency_keys
  ADD COLUMN result_claim uuid,
  ADD COLUMN result text;
