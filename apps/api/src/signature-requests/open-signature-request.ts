import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { transaction } from '#api/db/transaction.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { allow, ownSignatures } from './policy.ts'
import * as repository from './repository.ts'
import type { SignatureRequest } from './signature-request.ts'

/** Reads a request for somebody who may see it; a signer's first look at it is evidence. */
export async function openSignatureRequest(
  context: Context,
  actor: Participant,
  id: string,
): Promise<SignatureRequest> {
  const request = await repository.find(context.db, id)
  allow(request, actor, 'see')
  const unseen = ownSignatures(request, actor).filter(
    (signature) => !signature.openedAt && request.status !== 'DRAFT',
  )
  if (unseen.length === 0) return request
  await transaction(context.db, async (tx) => {
    // Whose they are is asked again: one may have been handed on in this instant.
    const locked = await repository.findForUpdate(tx, id)
    const still = locked ? ownSignatures(locked, actor).map((signature) => signature.id) : []
    if (still.length === 0) return
    const seen = await tx
      .updateTable('signatures')
      .set({ opened_at: context.now() })
      .where(
        'id',
        'in',
        unseen.map((signature) => signature.id).filter((one) => still.includes(one)),
      )
      .where('opened_at', 'is', null)
      .returning('id')
      .execute()
    for (const signature of seen)
      await appendEvent(tx, id, {
        type: 'opened',
        at: context.now(),
        actor: eventActor(actor),
        data: { signatureId: signature.id },
      })
  })
  return request
}
