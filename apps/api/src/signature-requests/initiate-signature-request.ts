import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { transaction } from '#api/db/transaction.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { findObserversAccounts } from '#api/observers/find-observers-accounts.ts'
import { inviteObservers } from '#api/observers/invite-observers.ts'
import { Refusal, wrongField } from '#api/refusal.ts'
import { becomeReachable } from './become-reachable.ts'
import { inviteNewTurns } from './notify.ts'
import { allow } from './policy.ts'
import * as repository from './repository.ts'
import { initiate, isOver, type SignatureRequest } from './signature-request.ts'

/** Sends a draft: everyone gets a way in, and those whose turn it is an invitation. */
export async function initiateSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<SignatureRequest> {
  const now = context.now()
  return transaction(context.db, async (tx) => {
    const request = await repository.findForUpdate(tx, id)
    allow(request, actor, 'initiate')
    if (request.status === 'DRAFT' && isOver(request, now))
      throw wrongField('expiration_date', 'past', 'The date is in the past')
    const opened = initiate(request, now)
    if (typeof opened === 'string') throw new Refusal(opened)
    const sent = {
      ...opened,
      signatures: await becomeReachable(context, tx, opened.signatures),
      observers: await findObserversAccounts(tx, opened.observers),
    }
    await repository.save(tx, request, sent)
    await appendEvent(tx, id, {
      type: 'initiated',
      at: now,
      actor: eventActor(actor),
      data: {
        title: sent.title,
        quality: sent.quality,
        documents: sent.documents.map((document) => ({ documentId: document.id, name: document.name })),
        signers: sent.signatures.map((signature) => ({
          signatureId: signature.id,
          email: signature.email,
          sequence: signature.sequence,
        })),
      },
    })
    await inviteNewTurns(context, tx, null, sent)
    await inviteObservers(context, tx, actor, null, sent)
    return { ...sent, version: sent.version + 1 }
  })
}
