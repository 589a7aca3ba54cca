import type { Transaction } from '#api/platform/db/transaction.ts'
import { dropLeases } from '#api/signing/approvals/leases/lease-repository.ts'
import { close, type SigningEnd } from './repository.ts'

/**
 * Ends an open signing, once: false where someone else did. Anyone who waits for it is told when this commits, and the
 * request is free for others.
 */
export async function closeSigning(tx: Transaction, id: string, end: SigningEnd): Promise<boolean> {
  const closed = await close(tx, id, end)
  if (closed?.approvalId) await dropLeases(tx, closed.approvalId, closed.requestId)
  return closed !== null
}
