import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/db/transaction.ts'

/** Those of an account's own that it still sees. */
export async function listMadeBetween(
  db: Reader,
  accountId: string,
  { since, until }: { readonly since: string; readonly until: string },
  atMost: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('request_access')
    .select('request_id')
    .where('account_id', '=', accountId)
    .where('is_owner', '=', true)
    .where('created_at', '>=', new Date(since))
    .where('created_at', '<=', new Date(until))
    .orderBy('created_at')
    .orderBy('request_id')
    .limit(atMost)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/**
 * A request that is locked has another owner, and so have the files in it: whoever uploaded them does not read them any
 * more by that alone. False where it was somebody else's in the meantime.
 */
export async function setOwner(
  tx: Transaction,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('signature_requests')
    .set({ owner_id: to })
    .where('id', '=', id)
    .where('owner_id', '=', from)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) return false
  await sql`
    UPDATE documents SET owner_id = ${to}
    WHERE owner_id = ${from} AND root_id IN (
      SELECT d.root_id FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = ${id})`.execute(
    tx,
  )
  // Whoever had left it, or looked on, owns it now.
  await tx.deleteFrom('departures').where('request_id', '=', id).where('account_id', '=', to).execute()
  return true
}
