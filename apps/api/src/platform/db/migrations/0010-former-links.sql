-- Links that open nothing any more, so that whoever still has one is told why. Kept as hashes, like those that open something.

CREATE TABLE former_links (
  link_hash bytea PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES signature_requests ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN ('handed_on', 'removed', 'account')),
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_links_request ON former_links (request_id);
