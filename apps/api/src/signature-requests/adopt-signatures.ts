import type { Transaction } from '#api/db/transaction.ts'
import { refreshAccess } from './repository.ts'

/** A new account finds what its (confirmed) e-mail was asked to sign before. The links it was sent stay good. */
export async function adoptSignatures(tx: Transaction, accountId: string, email: string): Promise<void> {
  const adopted = await tx
    .updateTable('signatures')
    .from('signature_requests')
    .set({ account_id: accountId })
    .whereRef('signature_requests.id', '=', 'signatures.request_id')
    .where('signature_requests.status', '<>', 'DRAFT')
    .where('signatures.email', '=', email)
    .where('signatures.account_id', 'is', null)
    .returning('signatures.request_id')
    .execute()
  for (const requestId of new Set(adopted.map((row) => row.request_id))) await refreshAccess(tx, requestId)
}
