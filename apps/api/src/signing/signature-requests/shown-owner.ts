const formerEmail = `coalesce((SELECT a.owner_email FROM request_access a WHERE a.request_id = r.id LIMIT 1),
    (SELECT e.actor ->> 'email' FROM evidence_events e WHERE e.request_id = r.id AND e.seq = 1
      AND NOT EXISTS (SELECT FROM evidence_events t WHERE t.request_id = r.id AND t.type = 'owner_changed')), '')`

const formerName = `coalesce((SELECT coalesce(e.data ->> 'to', e.actor ->> 'name') FROM evidence_events e
    WHERE e.request_id = r.id AND (e.type = 'owner_changed' OR e.seq = 1) ORDER BY e.seq DESC LIMIT 1), '')`

/**
 * Who is shown as a request's owner, in SQL: `r` is the request, `o` the owner's account. A deleted account keeps no name and no email.
 * Then the name is what the evidence says of who made the request, or of who took it over last. The email is the one that lists kept;
 * where no list has the request any longer, that of who made it, unless another took it over.
 */
export const shownOwner = {
  email: `CASE WHEN o.deleted_at IS NULL THEN o.email ELSE ${formerEmail} END`,
  name: `CASE WHEN o.deleted_at IS NULL THEN trim(o.first_name || ' ' || o.last_name) ELSE ${formerName} END`,
}
