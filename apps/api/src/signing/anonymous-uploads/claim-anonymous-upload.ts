import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { shortTitle } from '#api/documents/documents/uploads/file-name.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import {
  insertDraft,
  newDraft,
  toRequestDocument,
} from '#api/signing/signature-requests/drafts/create-signature-request.ts'
import { refuseUpload } from '#api/billing/usage/free-plan.ts'
import { lockAnonymousUpload, openWithCode } from './access-code.ts'
import { type AnonymousUpload, stateOf } from './anonymous-upload.ts'
import { markClaimed } from './repository.ts'

/** Makes it a draft of one's own. Of two at once one gets it; who has it already is led to it again. */
export async function claimAnonymousUpload(
  context: Context,
  actor: AccountActor,
  token: string,
  code: string | null,
): Promise<string> {
  await refuseUpload(context, actor.accountId)
  const { id } = await openWithCode(context, { tokenHash: hashToken('hand_over', token) }, code)
  return transaction(context.db, async (tx) => {
    const anonymousUpload = await lockAnonymousUpload(context, tx, id)
    const now = context.now()
    const state = stateOf(anonymousUpload, now)
    if (state === 'CLAIMED') return ownDraft(anonymousUpload, actor)
    const { upload, title } = anonymousUpload
    if (state !== 'UNCLAIMED' || !upload) throw new Refusal('anonymous_upload.over')
    await lockOwnAccountForShare(tx, actor.accountId)
    const documentId = await documents.insertUpload(tx, actor.accountId, upload)
    const attached = [await toRequestDocument(tx, documentId)]
    const request = newDraft(actor, { title: shortTitle(title), message: '', quality: 'SES' }, attached, now)
    await insertDraft(context, tx, actor, request)
    await appendEvent(tx, request.id, {
      type: 'handed_over',
      at: now,
      actor: eventActor(actor),
      data: {
        documentId,
        name: upload.name,
        sha256: upload.sha256,
        handedInAt: anonymousUpload.createdAt.toISOString(),
      },
    })
    await markClaimed(tx, id, { accountId: actor.accountId, requestId: request.id, documentId, at: now })
    return request.id
  })
}

function ownDraft({ claimedBy, requestId }: AnonymousUpload, actor: AccountActor): string {
  if (claimedBy !== actor.accountId) throw new Refusal('anonymous_upload.claimed')
  if (!requestId) throw new Refusal('anonymous_upload.over')
  return requestId
}
