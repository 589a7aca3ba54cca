import type { Participant } from '#api/platform/actor.ts'
import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { groupInEvidence, settle } from '../signers/group-signature.ts'
import { notifyOfDecline } from '../notifications/notify-of-actions.ts'
import { allow, requestedSignerOf, ownSignatures } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { concerned, decline } from '../signature-request-actions.ts'
import type { SignatureRequest } from '../signature-request.ts'

/**
 * One decline ends the request for everybody. Others' signatures that are being made meanwhile no longer count: each
 * looks at the request again, under its lock, before it counts.
 */
export async function declineSignatureRequest(
  context: Context,
  actor: Participant,
  id: string,
  message: string,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    const now = context.now()
    allow(request, actor, 'decline')
    const own = concerned(request, ownSignatures(request, actor), now)
    const signature = own && requestedSignerOf(own, actor)
    if (!signature) throw new Refusal('not_found')
    const declined = decline(request, signature.id, message, now)
    if (typeof declined === 'string') throw new Refusal(declined)
    const ended = settle(declined, signature.id, { memberId: signature.memberId, name: actor.name })
    await saveSignatureRequest(tx, request, ended)
    await closeApprovalsOf(context, tx, id)
    await appendEvent(tx, id, {
      type: 'declined',
      at: now,
      actor: eventActor(actor),
      data: {
        signatureId: signature.id,
        email: signature.email,
        ...groupInEvidence(signature),
        ...(message ? { message } : {}),
      },
    })
    await notifyOfDecline(context, tx, request, signature, { name: actor.name, message })
    recordResult(tx, id)
    return { ...ended, version: ended.version + 1 }
  })
}
