import type { SigningError } from '@countersign/contract/errors.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { closeWithError } from '#api/signing/close-with-error.ts'
import { end, lockApproval, signingsOf } from './repository.ts'

/**
 * Ends an approval without its signatures: each is closed with the error, which is evidence, and its request is free for
 * others. One that was given but whose signatures never came is ended so too. False where nothing was left to end.
 * Locks the approval's requests and then the approval: lock neither in another order before.
 */
export async function failApproval(
  context: Context,
  tx: Transaction,
  approvalId: string,
  error: SigningError,
): Promise<boolean> {
  const approval = await lockApproval(tx, approvalId)
  if (!approval || approval.status === 'FAILED') return false
  const ended = await end(tx, approvalId, { status: 'FAILED', error, at: context.now() })
  const open = (await signingsOf(tx, approvalId)).filter(({ status }) => status === 'OPEN')
  for (const signing of open) await closeWithError(context, tx, signing, error)
  await tx.deleteFrom('signing_locks').where('approval_id', '=', approvalId).execute()
  return ended || open.length > 0
}
