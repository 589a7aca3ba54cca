import type { Transaction } from '#api/db/transaction.ts'
import { lock, refreshAccess } from './repository.ts'

/**
 * A new account finds what its (confirmed) e-mail was asked to sign before. The links it was sent stay good. Each
 * request is locked first, in one order for all: whoever is changing it would write the old signer back.
 */
export async function adoptSignatures(tx: Transaction, accountId: string, email: string): Promise<void> {
  const waiting = await tx
    .selectFrom('signatures')
    .innerJoin('signature_requests', 'signature_requests.id', 'signatures.request_id')
    .select('signatures.request_id as id')
    .distinct()
    .where('signature_requests.status', '<>', 'DRAFT')
    .where('signatures.email', '=', email)
    .where('signatures.account_id', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of waiting) {
    await lock(tx, id)
    await tx
      .updateTable('signatures')
      .set({ account_id: accountId })
      .where('request_id', '=', id)
      .where('email', '=', email)
      .where('account_id', 'is', null)
      .execute()
    await refreshAccess(tx, id)
  }
}
