import type { Transaction } from '#api/platform/db/transaction.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import { type Approval, listRequestIds, lockForNoKeyUpdate } from './repository.ts'

/**
 * The approval, for changing it. Its requests are locked first, in the order of their ids, then its own row: everybody
 * does it so, and nobody waits in a ring.
 */
export async function lockApproval(tx: Transaction, id: string): Promise<Approval | null> {
  for (const requestId of await listRequestIds(tx, id)) await lockRowForNoKeyUpdate(tx, requestId)
  return lockForNoKeyUpdate(tx, id)
}
