import type { ApprovalOutcome } from '#api/platform/db/tables.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { enqueueInTurn } from '#api/signing/signing/enqueue-signature.ts'
import { setExecuted } from '#api/signing/signing/repository.ts'
import type { CallerAddress } from './approval.ts'
import { end, signingsOf } from './repository.ts'
import { lockApproval } from './lock-approval.ts'

/** How it was given to us, and from where; a trust service that reports one says neither. */
export interface Confirmation {
  readonly from: CallerAddress
  readonly method?: ApprovalOutcome['method']
}

/**
 * The signer has given it: from now on the signatures are made, whatever becomes of this process. False where it is over
 * already. Locks the approval's requests and then the approval: lock neither in another order before.
 */
export async function giveApproval(
  context: Context,
  tx: Transaction,
  approvalId: string,
  confirmation: Confirmation | null,
): Promise<boolean> {
  const approval = await lockApproval(tx, approvalId)
  const at = context.now()
  const { address, userAgent } = confirmation?.from ?? { address: null, userAgent: null }
  const told = confirmation?.method ? { method: confirmation.method } : {}
  const outcome = confirmation ? { ...told, address } : undefined
  if (!approval || !(await end(tx, approvalId, { status: 'GIVEN', error: null, at, outcome }))) return false
  // Its time is that of the approval, where nothing that shows a time was prepared before.
  if (approval.kind !== 'SERVICE') await setExecuted(tx, approvalId, at)
  for (const signing of await signingsOf(tx, approvalId)) {
    if (signing.status !== 'OPEN') continue
    await appendEvent(tx, signing.request_id, {
      type: 'approval_given',
      at,
      actor: { ...signing.actor, address, userAgent },
      data: {
        signatureId: signing.signature_id,
        signingId: signing.id,
        approvalId,
        kind: approval.step ?? approval.kind,
        ...told,
        ...(approval.service ? { service: approval.service } : {}),
      },
    })
    await enqueueInTurn(tx, signing)
  }
  return true
}
