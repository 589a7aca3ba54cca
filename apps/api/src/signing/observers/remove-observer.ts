import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { isSeen } from '#api/signing/signature-requests/reminders/reminder-repository.ts'
import { removeSignatureRequest } from '#api/signing/signature-requests/ending/remove-signature-request.ts'
import { allow, mayRemoveObserver } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { recordObservers } from './record-observers.ts'

/** Shuts an observer out, or lets one go. Who left gets the request once more, as it then is. */
export async function removeObserver(
  context: Context,
  actor: AccountActor,
  requestId: string,
  /** Its id, or the observer's email. */
  named: string,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await requests.lockForNoKeyUpdate(tx, requestId)
    allow(request, actor, 'see')
    const observer = request.observers.find(({ id, email }) => id === named || email === named)
    if (!observer || !mayRemoveObserver(request, observer, actor)) throw new Refusal('not_found')
    const observers = request.observers.filter((one) => one !== observer)
    const changed = { ...request, observers, updatedAt: context.now() }
    await saveSignatureRequest(tx, request, changed)
    await recordObservers(context, tx, actor, request, changed)
    if (!(await isSeen(tx, requestId))) await removeForGood(context, tx, actor, requestId)
    return changed
  })
}

/** With the last account that sees a request it goes, as when that one leaves it. Its evidence stays. */
async function removeForGood(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  requestId: string,
): Promise<void> {
  await appendEvent(tx, requestId, {
    type: 'left',
    at: context.now(),
    actor: eventActor(actor),
    data: { removed: true },
  })
  await removeSignatureRequest(context, tx, requestId)
}
