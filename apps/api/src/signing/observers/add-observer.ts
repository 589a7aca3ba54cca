import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { allow } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import { type SignatureRequest, timeOfChange } from '#api/signing/signature-requests/signature-request.ts'
import { lockEmailsOf } from '#api/signing/signature-requests/links/lock-emails-of.ts'
import { findObserversAccounts } from './find-observers-accounts.ts'
import { inviteObservers } from './invite-observers.ts'
import { withObserver } from './observer-input.ts'
import { recordObservers } from './record-observers.ts'

/**
 * Lets someone look on, whatever became of the request. Of a draft they are told when it is sent. Once more the same
 * email changes nothing.
 */
export async function addObserver(
  context: Context,
  actor: AccountActor,
  requestId: string,
  email: string,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await requests.lockForNoKeyUpdate(tx, requestId)
    allow(request, actor, 'addObserver')
    const named = withObserver(request, email, actor)
    if (named === request) return request
    const isSent = request.status !== 'DRAFT'
    if (isSent) await lockEmailsOf(tx, { observers: named.observers })
    const observers = isSent ? await findObserversAccounts(tx, named.observers) : named.observers
    if (observers.length === request.observers.length) return request
    const changed = { ...named, observers, updatedAt: timeOfChange(request, context.now()) }
    await saveSignatureRequest(tx, request, changed)
    await recordObservers(context, tx, actor, request, changed)
    if (isSent) await inviteObservers(context, tx, actor, request, changed)
    return changed
  })
}
