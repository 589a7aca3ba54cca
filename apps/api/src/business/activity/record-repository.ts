import { sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'

/**
 * A signature or seal that was just made, among the activities of the business to which the request's owner belongs now;
 * nothing where that is none. In the transaction of the signature, and in one statement, for the signer waits for it.
 */
export async function recordSignature(tx: Transaction, signingId: string, at: Date): Promise<void> {
  await sql`
    INSERT ${prepared} INTO activities (business_id, kind, at, action, dimension, initiator_id, initiator_name, initiator_email,
      person_id, person_name, person_surname, person_email, person_type, request_id, title, legislation)
    SELECT m.business_id, 'signature', ${at}, CASE WHEN s.quality LIKE 'SEAL%' THEN 'SEALED' ELSE 'SIGNED' END,
      s.quality, o.id, btrim(o.first_name || ' ' || o.last_name), o.email, g.account_id,
      coalesce(nullif(p.first_name, ''), g.first_name, s.signing_name),
      coalesce(nullif(p.last_name, ''), g.last_name, ''), g.email,
      CASE WHEN c.account_id IS NULL THEN 'external' WHEN c.role = 'api_user' THEN 'api' ELSE 'member' END,
      r.id, r.title, s.legislation
    FROM signings s
    JOIN signature_requests r ON r.id = s.request_id
    JOIN signatures g ON g.id = s.signature_id
    JOIN accounts o ON o.id = r.owner_id
    JOIN business_members m ON m.account_id = r.owner_id
    LEFT JOIN accounts p ON p.id = g.account_id
    LEFT JOIN business_members c ON c.account_id = g.account_id AND c.business_id = m.business_id
    WHERE s.id = ${signingId}`.execute(tx)
}

/**
 * What became of an identification, among the activities of each business that has to do with it: the one that pays, the
 * person's own, and the one that asks a guest to sign.
 */
export async function recordIdentification(
  tx: Transaction,
  identificationId: string,
  action: 'STARTED' | 'SUCCEEDED' | 'FAILED',
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO activities (business_id, kind, at, action, dimension, person_id, person_name, person_email, person_type,
      request_id, legislation, method, covered)
    SELECT b.id, 'identification', ${at}, ${action}, i.legislation, i.account_id,
      coalesce(btrim(a.first_name || ' ' || a.last_name), sm.name, concat_ws(' ', g.first_name, g.last_name)), i.email,
      CASE WHEN c.account_id IS NULL THEN 'external' ELSE 'member' END,
      i.request_id, i.legislation, i.method, i.paid_by IS NOT DISTINCT FROM b.id
    FROM identifications i
    LEFT JOIN accounts a ON a.id = i.account_id
    LEFT JOIN signatures g ON g.id = i.signature_id
    LEFT JOIN signature_members sm ON sm.id = i.member_id
    CROSS JOIN LATERAL (
      SELECT i.paid_by
      UNION SELECT m.business_id FROM business_members m WHERE m.account_id = i.account_id
      UNION SELECT m.business_id FROM signature_requests r JOIN business_members m ON m.account_id = r.owner_id
        WHERE r.id = i.request_id) b (id)
    LEFT JOIN business_members c ON c.account_id = i.account_id AND c.business_id = b.id
    WHERE i.id = ${identificationId} AND b.id IS NOT NULL`.execute(tx)
}

/** With an account goes who was identified; that someone was, and whether the business paid, stays. */
export async function forgetIdentified(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('activities')
    .set({ person_name: '', person_surname: '', person_email: null })
    .where('kind', '=', 'identification')
    .where('person_id', '=', accountId)
    .execute()
}

/** Of a request that is gone for good only that someone signed is kept, not what. */
export async function forgetTitle(tx: Transaction, requestId: string): Promise<void> {
  await tx.updateTable('activities').set({ title: null }).where('request_id', '=', requestId).execute()
}
