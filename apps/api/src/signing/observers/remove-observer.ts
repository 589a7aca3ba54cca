import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { removeIfUnseen } from '#api/signing/signature-requests/ending/remove-if-unseen.ts'
import { allow, mayRemoveObserver } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import { type SignatureRequest, timeOfChange } from '#api/signing/signature-requests/signature-request.ts'
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
    const changed = { ...request, observers, updatedAt: timeOfChange(request, context.now()) }
    await saveSignatureRequest(tx, request, changed)
    await recordObservers(context, tx, actor, request, changed)
    await removeIfUnseen(context, tx, actor, changed)
    return changed
  })
}
