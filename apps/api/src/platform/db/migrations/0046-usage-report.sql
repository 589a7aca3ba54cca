-- Not to be reported before then: the payment provider refused it, or there is no plan to charge it with.
ALTER TABLE signature_usage ADD COLUMN report_after timestamptz;
