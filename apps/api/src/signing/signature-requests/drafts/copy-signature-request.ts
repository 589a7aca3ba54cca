import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { recordObservers } from '#api/signing/observers/record-observers.ts'
import { putUnderRetention } from '#api/signing/retention/put-under-retention.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import { toRequestDocument } from './create-signature-request.ts'
import { copyUninvited } from '../signers/group-signature.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import { insertSignatureRequest } from '../save-signature-request.ts'
import {
  type RequestDocument,
  type Signature,
  type SignatureRequest,
  unsigned,
} from '../signature-request.ts'

/**
 * The owner begins again from a request, whatever became of it: a draft with its documents as they were before anybody
 * signed, its people, their places and its attachments. Nobody is told, and the time to sign begins when it is sent.
 */
export async function copySignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<SignatureRequest> {
  const now = context.now()
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'copy')
    // An account that was deleted meanwhile would leave a draft that nobody sees.
    await lockOwnAccountForShare(tx, actor.accountId)
    const documents: RequestDocument[] = []
    for (const document of request.documents) documents.push(await toRequestDocument(tx, document.id))
    const draft = draftOf(request, documents, now)
    await insertSignatureRequest(tx, draft)
    await appendEvent(tx, draft.id, {
      type: 'created',
      at: now,
      actor: eventActor(actor),
      data: {
        title: draft.title,
        documents: documents.map((document) => ({ documentId: document.id, name: document.name })),
        copyOf: request.id,
      },
    })
    await recordObservers(context, tx, actor, { observers: [] }, draft)
    return { ...draft, retention: await putUnderRetention(tx, eventActor(actor), draft) }
  })
}

function draftOf(
  request: SignatureRequest,
  documents: readonly RequestDocument[],
  now: Date,
): SignatureRequest {
  return {
    ...request,
    id: crypto.randomUUID(),
    status: 'DRAFT',
    retention: null,
    version: 1,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
    initiatedAt: null,
    completedAt: null,
    withdrawMessage: null,
    departed: [],
    documents,
    signatures: request.signatures.map(unasked),
    observers: request.observers.map((observer) => ({
      ...observer,
      id: crypto.randomUUID(),
      accountId: null,
      invitedBy: request.owner.id,
    })),
    attachments: request.attachments.map((attachment) => ({
      ...attachment,
      id: crypto.randomUUID(),
      addedBy: request.owner.id,
      createdAt: now,
    })),
  }
}

/** The same person at the same place, whom nobody has asked yet. */
function unasked(signature: Signature): Signature {
  return {
    ...signature,
    id: crypto.randomUUID(),
    status: 'DRAFT',
    accountId: null,
    link: null,
    // Who signed or declined for a group is asked as one of it again.
    ...(signature.group ? { email: '', firstName: null, lastName: null } : {}),
    group: signature.group && copyUninvited(signature.group),
    openedAt: null,
    signedAt: null,
    signedName: null,
    documents: unsigned(signature.documents),
    delivery: null,
    signing: null,
    declineMessage: null,
    delegatedBy: null,
    remindedAt: null,
  }
}
