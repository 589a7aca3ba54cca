import type { DeletionOutcome } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { stopObserving } from '#api/signing/observers/repository.ts'
import { heldUntil } from '#api/signing/retention/retention.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { plannedDeletion, removeForGood, removeIfUnseen } from './remove-if-unseen.ts'
import { insertDeparture } from './departure-repository.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { refreshAccess } from '../lists/access-repository.ts'
import { isUnassigned, type SignatureRequest } from '../signature-request.ts'
import { takeBack } from './withdraw-signature-request.ts'

/**
 * The owner of an open request withdraws it; of a draft nothing stays but its evidence. Everybody else leaves, and with
 * the last account that sees a request it goes for good. Given the outcome that was confirmed, nothing else happens. Where a draft
 * in which nobody is asked to sign yet is taken for open, it is withdrawn too (`unassignedToo`).
 */
export async function deleteSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
  {
    confirmed,
    unassignedToo = false,
  }: { confirmed?: DeletionOutcome | undefined; unassignedToo?: boolean } = {},
): Promise<DeletionOutcome> {
  return transaction(context.db, async (tx) => {
    const outcome = await deleteLocked(context, tx, actor, id, unassignedToo)
    // The request was signed, sent or left by others meanwhile: nothing of what was done here is committed.
    if (confirmed && confirmed !== outcome) throw new Refusal('request.changed')
    // Once more, what is withdrawn now would be deleted.
    recordResult(tx, outcome)
    return outcome
  })
}

async function deleteLocked(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  id: string,
  unassignedToo: boolean,
): Promise<DeletionOutcome> {
  const request = await repository.lockForNoKeyUpdate(tx, id)
  allow(request, actor, 'delete')
  const isUntold = unassignedToo && isUnassigned(request)
  const deletion = isUntold ? 'withdraw' : plannedDeletion(request, actor, context.now())
  switch (deletion) {
    case 'withdraw':
      await takeBack(context, tx, actor, request, { unassignedToo })
      return 'withdrawn'
    case 'leave':
      return leave(context, tx, actor, request)
    case 'remove':
      await removeForGood(context, tx, eventActor(actor), id)
      return 'deleted'
    case 'request.under_retention':
      throw new Refusal(deletion, { until: heldUntil(request) ?? undefined })
    case 'request.signature_pending':
      throw new Refusal(deletion)
  }
}

async function leave(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  request: SignatureRequest,
): Promise<'left' | 'deleted'> {
  const { id } = request
  await stopObserving(tx, id, actor.accountId)
  await insertDeparture(tx, id, actor.accountId, context.now())
  const observers = request.observers.filter(({ accountId }) => accountId !== actor.accountId)
  if (observers.length < request.observers.length)
    await saveSignatureRequest(tx, request, { ...request, observers })
  else await refreshAccess(tx, id)
  if (await removeIfUnseen(context, tx, actor, request)) return 'deleted'
  await appendEvent(tx, id, { type: 'left', at: context.now(), actor: eventActor(actor), data: {} })
  return 'left'
}
