import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'

/** Every request in which the account still has something to do: its own drafts and open ones, and those it is to sign. */
export async function listOfAccount(tx: Transaction, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT request_id AS id FROM request_access
    WHERE account_id = ${accountId} AND is_owner AND status IN ('DRAFT', 'TO_SIGN', 'WAITING')
    UNION
    SELECT s.request_id FROM request_access a JOIN signatures s ON s.request_id = a.request_id
    WHERE a.account_id = ${accountId} AND s.account_id = ${accountId} AND s.status IN ('WAITING', 'OPEN')
    UNION
    SELECT s.request_id FROM signature_members m JOIN signatures s ON s.id = m.signature_id
    JOIN request_access a ON a.request_id = s.request_id AND a.account_id = m.account_id
    WHERE m.account_id = ${accountId} AND s.status IN ('WAITING', 'OPEN')
    ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What is over and that no other account sees, nor a guest by a link: `removeIfNobodysLeft` decides, under the lock. */
export async function listSeenAlone(tx: Transaction, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.request_id AS id FROM request_access a
    WHERE a.account_id = ${accountId} AND a.status IN ('COMPLETED', 'CANCELLED', 'ERROR')
      AND NOT EXISTS (
        SELECT FROM request_access o WHERE o.request_id = a.request_id AND o.account_id <> a.account_id)
      AND NOT EXISTS (
        SELECT FROM signatures s WHERE s.request_id = a.request_id AND s.link_hash IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM signature_members m WHERE m.request_id = a.request_id AND m.link_hash IS NOT NULL)
    ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Nothing is on the account's dashboard any longer. */
export async function removeAccess(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('request_access').where('account_id', '=', accountId).execute()
}

/** These are asked of a mailbox and no longer of an account: who gets the address later does not get them with it. */
export async function markReleased(
  tx: Transaction,
  { requestId, signatureIds }: { readonly requestId: string; readonly signatureIds: readonly string[] },
  email: string,
): Promise<void> {
  const ofMailbox = sql`request_id = ${requestId} AND email = ${email} AND account_id IS NULL`
  await sql`
    UPDATE signatures SET released_email = email
    WHERE ${ofMailbox} AND id = ANY(${signatureIds}::uuid[])`.execute(tx)
  await sql`
    UPDATE signature_members SET released_email = email
    WHERE ${ofMailbox} AND signature_id = ANY(${signatureIds}::uuid[])`.execute(tx)
}
