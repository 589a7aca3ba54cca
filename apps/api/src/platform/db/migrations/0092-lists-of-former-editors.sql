-- compatibility: expand
-- Members who left a business kept the requests that they were an editor of in their lists.
-- safe: these rows show what no release lets the account open
DELETE FROM request_access a USING request_editors e, signature_requests r
WHERE e.account_id = a.account_id AND e.request_id = a.request_id AND r.id = a.request_id AND r.owner_id <> a.account_id
  AND NOT EXISTS (
    SELECT FROM business_members em JOIN business_members om ON om.business_id = em.business_id
    WHERE em.account_id = a.account_id AND om.account_id = r.owner_id)
  AND (r.status = 'DRAFT' OR (
    NOT EXISTS (SELECT FROM signatures s WHERE s.request_id = r.id AND s.account_id = a.account_id)
    AND NOT EXISTS (SELECT FROM signature_members m WHERE m.request_id = r.id AND m.account_id = a.account_id)
    AND NOT EXISTS (SELECT FROM observers o WHERE o.request_id = r.id AND o.account_id = a.account_id)));
