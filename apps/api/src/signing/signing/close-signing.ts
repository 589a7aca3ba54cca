import { signingDuration, signingsFinished } from '#api/platform/metrics/instruments.ts'
import { afterCommit, type Transaction } from '#api/platform/db/transaction.ts'
import { dropLeases } from '#api/signing/approvals/leases/lease-repository.ts'
import { enqueueNext } from './enqueue-signature.ts'
import { close, type SigningEnd } from './repository.ts'

/**
 * Ends an open signing, once: false where someone else did. Anyone who waits for it is told when this commits, and the
 * request is free for others: the next one that waits is signed. The request's row is locked.
 */
export async function closeSigning(tx: Transaction, id: string, end: SigningEnd): Promise<boolean> {
  const closed = await close(tx, id, end)
  if (closed)
    afterCommit(tx, () => {
      const status = end.status
      signingsFinished.inc({ status, error: end.error ?? '' })
      signingDuration.observe({ status }, Math.max(0, end.at.getTime() - closed.startedAt.getTime()) / 1000)
    })
  if (closed?.approvalId) await dropLeases(tx, closed.approvalId, closed.requestId)
  if (closed?.isWaitedFor) await enqueueNext(tx, closed.requestId)
  return closed !== null
}
