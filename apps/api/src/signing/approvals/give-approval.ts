import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { enqueueInTurn } from '#api/signing/signing/enqueue-signature.ts'
import { end, signingsOf } from './repository.ts'
import { lockApproval } from './lock-approval.ts'

/**
 * The signer has given it: from now on the signatures are made, whatever becomes of this process. False where it is over
 * already. Locks the approval's requests and then the approval: lock neither in another order before.
 */
export async function giveApproval(context: Context, tx: Transaction, approvalId: string): Promise<boolean> {
  const approval = await lockApproval(tx, approvalId)
  const at = context.now()
  if (!approval || !(await end(tx, approvalId, { status: 'GIVEN', error: null, at }))) return false
  for (const signing of await signingsOf(tx, approvalId)) {
    if (signing.status !== 'OPEN') continue
    await appendEvent(tx, signing.request_id, {
      type: 'approval_given',
      at,
      actor: signing.actor,
      data: {
        signatureId: signing.signature_id,
        signingId: signing.id,
        approvalId,
        kind: approval.step ?? approval.kind,
        ...(approval.service ? { service: approval.service } : {}),
      },
    })
    await enqueueInTurn(tx, signing)
  }
  return true
}
