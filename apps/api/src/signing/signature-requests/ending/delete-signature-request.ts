import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { stopObserving } from '#api/signing/observers/repository.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isHeld } from '#api/signing/retention/retention.ts'
import { isSeen } from '../reminders/reminder-repository.ts'
import { removeSignatureRequest } from './remove-signature-request.ts'
import { insertDeparture } from './departure-repository.ts'
import { allow, ownSignatures, rolesOf } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { refreshAccess } from '../lists/access-repository.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { deletionOf } from '../signature-request-actions.ts'
import { takeBack } from './withdraw-signature-request.ts'

export type DeletionOutcome = 'withdrawn' | 'left' | 'deleted'

/**
 * The owner of an open request withdraws it; of a draft nothing stays but its evidence. Everybody else leaves, and with
 * the last account that sees a request it goes for good.
 */
export async function deleteSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<DeletionOutcome> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'delete')
    const isOwner = rolesOf(request, actor).includes('owner')
    const deletion = deletionOf(request, { isOwner, own: ownSignatures(request, actor) })
    if (deletion === 'request.signature_pending') throw new Refusal(deletion)
    if (deletion === 'withdraw') {
      await takeBack(context, tx, actor, request)
      return 'withdrawn'
    }
    if (isOwner && isHeld(request)) throw underRetention(request)
    if (deletion === 'leave') {
      await stopObserving(tx, id, actor.accountId)
      await insertDeparture(tx, id, actor.accountId, context.now())
      const observers = request.observers.filter(({ accountId }) => accountId !== actor.accountId)
      if (observers.length < request.observers.length)
        await saveSignatureRequest(tx, request, { ...request, observers })
      else await refreshAccess(tx, id)
      // With the last account that sees it, it goes for good; under a rule it goes when that says.
      if (isHeld(request) || (await isSeen(tx, id))) {
        await recordLeaving(context, tx, actor, id, {})
        return 'left'
      }
    }
    await recordLeaving(context, tx, actor, id, { removed: true })
    await removeSignatureRequest(context, tx, id)
    return 'deleted'
  })
}

/** That it is gone for good is the last word of its evidence, which stays. */
function recordLeaving(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  id: string,
  data: { readonly removed?: true },
): Promise<void> {
  return appendEvent(tx, id, { type: 'left', at: context.now(), actor: eventActor(actor), data })
}

function underRetention({ retention }: SignatureRequest): Refusal {
  return new Refusal('request.under_retention', { until: retention?.deleteAt ?? undefined })
}
