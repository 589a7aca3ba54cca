import { sql } from 'kysely'
import { shownOwner } from '../shown-owner.ts'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { refreshWords } from './words-repository.ts'

/**
 * What each account sees on its dashboard, made again from the request as it now is. Anyone who left it does not see it, unless
 * they are asked to sign again.
 */
export async function refreshAccess(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    WITH ${prepared} returned AS (
      DELETE FROM departures d USING signatures s
      WHERE d.request_id = ${requestId} AND s.request_id = d.request_id AND s.account_id = d.account_id
        AND s.status IN ('WAITING', 'OPEN')
      RETURNING d.account_id
    ), regrouped AS (
      DELETE FROM departures d USING signature_members m, signatures s
      WHERE d.request_id = ${requestId} AND m.request_id = d.request_id AND m.account_id = d.account_id
        AND s.id = m.signature_id AND s.status IN ('WAITING', 'OPEN')
      RETURNING d.account_id
    ), people AS (
      SELECT r.owner_id AS account_id, true AS is_owner FROM signature_requests r WHERE r.id = ${requestId}
      UNION ALL
      SELECT s.account_id, false FROM signatures s JOIN signature_requests r ON r.id = s.request_id
      WHERE s.request_id = ${requestId} AND s.account_id IS NOT NULL AND r.status <> 'DRAFT'
      UNION ALL
      SELECT m.account_id, false FROM signature_members m JOIN signature_requests r ON r.id = m.request_id
      WHERE m.request_id = ${requestId} AND m.account_id IS NOT NULL AND r.status <> 'DRAFT'
      UNION ALL
      SELECT w.account_id, false FROM observers w JOIN signature_requests r ON r.id = w.request_id
      WHERE w.request_id = ${requestId} AND w.account_id IS NOT NULL AND r.status <> 'DRAFT'
      UNION ALL
      SELECT e.account_id, false FROM request_editors e JOIN signature_requests r ON r.id = e.request_id
      JOIN business_members em ON em.account_id = e.account_id
      JOIN business_members om ON om.business_id = em.business_id AND om.account_id = r.owner_id
      WHERE e.request_id = ${requestId}
    ), viewers AS (
      SELECT p.account_id, bool_or(p.is_owner) AS is_owner
      FROM people p JOIN accounts a ON a.id = p.account_id AND a.deleted_at IS NULL
      WHERE NOT EXISTS (
        SELECT FROM retentions t WHERE t.request_id = ${requestId} AND t.deleted_at IS NOT NULL)
        AND NOT EXISTS (
        SELECT FROM departures d WHERE d.request_id = ${requestId} AND d.account_id = p.account_id
          AND d.account_id NOT IN (SELECT account_id FROM returned UNION ALL SELECT account_id FROM regrouped))
      GROUP BY p.account_id
    ),
    gone AS (
      DELETE FROM request_access a WHERE a.request_id = ${requestId} AND a.account_id NOT IN (SELECT account_id FROM viewers)
    )
    INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at, completed_at, expires_at)
    SELECT v.account_id, r.id, v.is_owner,
      CASE r.status
        WHEN 'DRAFT' THEN 'DRAFT' WHEN 'SIGNED' THEN 'COMPLETED' WHEN 'ERROR' THEN 'ERROR'
        WHEN 'OPEN' THEN CASE WHEN EXISTS (
          SELECT 1 FROM signatures s WHERE s.request_id = r.id AND s.account_id = v.account_id AND s.status = 'OPEN'
        ) OR EXISTS (
          SELECT 1 FROM signature_members m JOIN signatures s ON s.id = m.signature_id
          WHERE m.request_id = r.id AND m.account_id = v.account_id AND s.status = 'OPEN'
        ) THEN 'TO_SIGN' ELSE 'WAITING' END
        ELSE 'CANCELLED' END,
      sender.email, r.title, r.created_at, r.updated_at, r.completed_at, r.expires_at
    FROM signature_requests r CROSS JOIN viewers v CROSS JOIN LATERAL (
      SELECT ${sql.raw(shownOwner.email)} AS email FROM accounts o WHERE o.id = r.owner_id) sender
    WHERE r.id = ${requestId}
    ON CONFLICT (account_id, request_id) DO UPDATE SET is_owner = excluded.is_owner, status = excluded.status,
      owner_email = excluded.owner_email, title = excluded.title, updated_at = excluded.updated_at, completed_at = excluded.completed_at,
      expires_at = excluded.expires_at`.execute(tx)
  await refreshWords(tx, requestId)
}
