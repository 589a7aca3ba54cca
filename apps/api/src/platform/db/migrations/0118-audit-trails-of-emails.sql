-- compatibility: expand
-- The audit trail that goes with the emails about a completed request, one for each language: until all of them were sent, and two days at
-- most. In the clear, as is the evidence it is made of.
CREATE TABLE mailed_audit_trails (
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  language text NOT NULL,
  content bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, language)
);
CREATE INDEX mailed_audit_trails_made_at ON mailed_audit_trails (made_at);
