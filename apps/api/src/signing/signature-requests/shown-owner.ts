/**
 * Who owned a request whose owner's account was deleted, in SQL: a deleted account keeps no name and no email. The name is what the
 * evidence says of who made it, or of who took it over last. The email is the one that lists kept; where no list has the request any
 * longer, that of who made it, unless another took it over. `r` is the request.
 */
export const formerOwner = {
  name: `coalesce((SELECT coalesce(e.data ->> 'to', e.actor ->> 'name') FROM evidence_events e
    WHERE e.request_id = r.id AND (e.type = 'owner_changed' OR e.seq = 1) ORDER BY e.seq DESC LIMIT 1), '')`,
  email: `coalesce((SELECT a.owner_email FROM request_access a WHERE a.request_id = r.id LIMIT 1),
    (SELECT e.actor ->> 'email' FROM evidence_events e WHERE e.request_id = r.id AND e.seq = 1
      AND NOT EXISTS (SELECT FROM evidence_events t WHERE t.request_id = r.id AND t.type = 'owner_changed')), '')`,
}
