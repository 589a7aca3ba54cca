import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Approval } from '../repository.ts'

// Approvals on a page of the trust service.

/** By the state that the browser brings back. */
export async function findByState(db: Reader, stateHash: Buffer): Promise<Approval | null> {
  const row = await db
    .selectFrom('approvals')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
  return row ?? null
}

/** What the browser brought, for the job that uses it. */
export async function keepQuery(tx: Transaction, id: string, encrypted: Buffer): Promise<void> {
  await tx.updateTable('approvals').set({ query_encrypted: encrypted }).where('id', '=', id).execute()
}

export async function limitUrl(db: Reader, id: string, until: Date): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ url_expires_at: until })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .execute()
}

/** What the page wants to know again when the browser is back. */
export async function keepReturn(
  tx: Transaction,
  id: string,
  { language, query }: { readonly language: string; readonly query: Approval['return_query'] },
): Promise<void> {
  await tx.updateTable('approvals').set({ language, return_query: query }).where('id', '=', id).execute()
}

/** The address is no longer good: the request is pushed once more. */
export async function beginAgain(tx: Transaction, { id, begins }: Approval): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({
      ticket_encrypted: null,
      url_encrypted: null,
      state_hash: null,
      url_expires_at: null,
      begins: begins + 1,
    })
    .where('id', '=', id)
    .execute()
}
