import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

/**
 * The requests that one of these accounts edits, or owns and others edit, and that an editor’s list shows without the
 * membership it takes, or doesn’t show in spite of it. In the order of their ids.
 */
export async function listWithOtherAccess(
  db: Reader,
  accountIds: readonly string[],
  { after, atMost }: { readonly after: string; readonly atMost: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH edited AS (
      SELECT e.request_id, e.account_id, r.owner_id
      FROM request_editors e JOIN signature_requests r ON r.id = e.request_id
      WHERE e.account_id = ANY (${accountIds}::uuid[]) AND e.request_id > ${after}
      UNION
      SELECT e.request_id, e.account_id, r.owner_id
      FROM signature_requests r JOIN request_editors e ON e.request_id = r.id
      WHERE r.owner_id = ANY (${accountIds}::uuid[]) AND r.id > ${after}
    )
    SELECT DISTINCT request_id AS id FROM edited
    WHERE EXISTS (
      SELECT FROM request_access a WHERE a.account_id = edited.account_id AND a.request_id = edited.request_id)
    <> EXISTS (
      SELECT FROM business_members em JOIN business_members om ON om.business_id = em.business_id
      WHERE em.account_id = edited.account_id AND om.account_id = edited.owner_id)
    ORDER BY id LIMIT ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}
