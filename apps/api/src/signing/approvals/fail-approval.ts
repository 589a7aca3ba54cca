import type { SigningError } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { markMeansChanged } from '#api/signing/identifications/proof/mark-means-changed.ts'
import { closeWithError } from '#api/signing/signing/close-with-error.ts'
import { type Approval, end, signingsOf } from './repository.ts'
import { lockApproval } from './lock-approval.ts'
import { dropLeases } from './leases/lease-repository.ts'

/**
 * Ends an approval without its signatures: each is closed with the error, which is evidence, and its request is free for
 * others. Answers the approval as it was until then; null where it is over already: what was given is given.
 * Locks the approval's requests and then the approval: lock neither in another order before.
 */
export async function failApproval(
  context: Context,
  tx: Transaction,
  approvalId: string,
  error: SigningError,
): Promise<Approval | null> {
  const approval = await lockApproval(tx, approvalId)
  if (!approval || !(await end(tx, approvalId, { status: 'FAILED', error, at: context.now() }))) return null
  await closeSignings(context, tx, approvalId, error)
  if (error === 'serial_number_mismatch') await flagForReverification(context, tx, approval)
  return approval
}

/** Ends what is left of its signings, and frees their requests. Its requests are locked. */
export async function closeSignings(
  context: Context,
  tx: Transaction,
  approvalId: string,
  error: SigningError,
): Promise<void> {
  for (const signing of await signingsOf(tx, approvalId))
    if (signing.status === 'OPEN') await closeWithError(context, tx, signing, error)
  await dropLeases(tx, approvalId)
}

/**
 * The means of approval is another than at the identification: that has to be done again. An advanced signature may rest
 * on an identification under either law.
 */
async function flagForReverification(context: Context, tx: Transaction, approval: Approval): Promise<void> {
  const { account_id: accountId, member_id: memberId } = approval
  for (const { quality, legislation, request_id, signature_id } of await signingsOf(tx, approval.id)) {
    const signer = accountId ? { accountId } : { requestId: request_id, signatureId: signature_id, memberId }
    await markMeansChanged(context, tx, signer, quality === 'QES' ? legislation : null)
  }
}
