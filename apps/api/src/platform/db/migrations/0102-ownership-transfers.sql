-- compatibility: expand
-- What of a former member's requests is on its way to another member: theirs by the row, and no longer theirs to act on. A job transfers
-- the requests and removes the row. Transfers that a process of an earlier release began have none.
CREATE TABLE ownership_transfers (
  account_id uuid NOT NULL REFERENCES accounts,
  -- made, or taken over, since they joined, and made until they left
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  to_id uuid NOT NULL REFERENCES accounts,
  PRIMARY KEY (account_id, until)
);
CREATE INDEX ownership_transfers_to ON ownership_transfers (to_id);
