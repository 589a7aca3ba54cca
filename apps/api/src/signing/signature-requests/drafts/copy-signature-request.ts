import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { copyUploads } from '#api/documents/documents/repository.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import { insertDraft, toRequestDocument } from './create-signature-request.ts'
import { copyUninvited } from '../signers/group-signature.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import {
  type RequestDocument,
  type Signature,
  type SignatureRequest,
  unsigned,
} from '../signature-request.ts'

/**
 * The owner or an editor begins again from a request, whatever became of it: a draft with its documents as they were before
 * anybody signed, its people, their places and its attachments. The documents are rows of its own: what is signed in one request
 * isn't found by the other's ids. Nobody is told, and the time to sign begins when it is sent.
 * The draft belongs to the person who makes it; the others who may edit the request may edit it too.
 */
export async function copySignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'copy')
    // An account that was deleted meanwhile would leave a draft that nobody sees.
    await lockOwnAccountForShare(tx, actor.accountId)
    const originals: RequestDocument[] = []
    for (const document of request.documents) originals.push(await toRequestDocument(tx, document.id))
    const copies = await copyUploads(
      tx,
      originals.map((document) => document.id),
      actor.accountId,
    )
    const idOfCopy = (original: string) => copies.get(original) ?? original
    const documents = originals.map((document) => ({
      ...document,
      id: idOfCopy(document.id),
      versionId: idOfCopy(document.id),
    }))
    const draft = draftOf(request, actor, documents, idOfCopy, context.now())
    return insertDraft(context, tx, actor, draft, { copyOf: request.id })
  })
}

function draftOf(
  request: SignatureRequest,
  { accountId, email, name, language }: AccountActor,
  documents: readonly RequestDocument[],
  idOfCopy: (original: string) => string,
  now: Date,
): SignatureRequest {
  const { owner, editors = [] } = request
  const all = [{ accountId: owner.id, email: owner.email }, ...editors]
  return {
    ...request,
    id: crypto.randomUUID(),
    owner: { id: accountId, email, name, language },
    editors: all.filter((editor) => editor.accountId !== accountId),
    status: 'DRAFT',
    retention: null,
    version: 1,
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
    initiatedAt: null,
    completedAt: null,
    correctedAt: null,
    withdrawMessage: null,
    departed: [],
    documents,
    signatures: request.signatures.map((signature) => unasked(signature, idOfCopy)),
    observers: request.observers
      .filter((observer) => observer.email !== email)
      .map((observer) => ({
        ...observer,
        id: crypto.randomUUID(),
        accountId: null,
        invitedBy: accountId,
      })),
    attachments: request.attachments.map((attachment) => ({
      ...attachment,
      id: crypto.randomUUID(),
      addedBy: accountId,
      createdAt: now,
    })),
  }
}

/** The same person at the same place, whom nobody has asked yet. */
function unasked(signature: Signature, idOfCopy: (original: string) => string): Signature {
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
    documents: unsigned(signature.documents).map((one) => ({
      ...one,
      documentId: idOfCopy(one.documentId),
    })),
    delivery: null,
    signing: null,
    declineMessage: null,
    delegatedBy: null,
    remindedAt: null,
  }
}
