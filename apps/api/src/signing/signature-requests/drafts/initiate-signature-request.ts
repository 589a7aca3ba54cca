import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { findObserversAccounts } from '#api/signing/observers/find-observers-accounts.ts'
import { inviteObservers } from '#api/signing/observers/invite-observers.ts'
import { requestedQuality } from '#api/signing/qualities/find-signing-option.ts'
import { refuseNotOffered } from '#api/signing/qualities/refuse-not-offered.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { prepare } from '#api/signing/signing/engine/engine-thread.ts'
import { refuseUndrawable, textsOfPrefills } from '#api/signing/signer-fields/refuse-undrawable.ts'
import { refuseExhausted } from '#api/billing/usage/refuse-exhausted.ts'
import { lockEmailsOf } from '../links/lock-emails-of.ts'
import { issueSigningLinks } from '../links/issue-signing-links.ts'
import { insertDraft, type Origin } from './create-signature-request.ts'
import { groupInEvidence, peopleOf } from '../signers/group-signature.ts'
import { inviteNewTurns } from '../notifications/notify.ts'
import { allow } from '../policy.ts'
import { refuseConflicts } from './refuse-conflicts.ts'
import { refuseUnsigned } from './refuse-unsigned.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { documentsToSign, initiate, isOver, type SignatureRequest } from '../signature-request.ts'

/** Sends a draft: everyone gets a way in, and those whose turn it is an invitation. Given `readAt`, only as it was then. */
export async function initiateSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
  readAt?: string,
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'initiate')
    const isChanged = readAt !== undefined && readAt !== request.updatedAt.toISOString()
    // One that is sent already is refused as such below, whichever version was read.
    if (isChanged && request.status === 'DRAFT') throw new Refusal('request.changed')
    const sent = await sendDraft(context, tx, actor, request)
    recordResult(tx, id)
    return sent
  })
}

/** The same of a draft that this transaction has locked. */
export async function sendDraft(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  const sent = await openedNow(context, tx, request)
  await saveSignatureRequest(tx, request, sent)
  await notifyOfSending(context, tx, actor, sent)
  return { ...sent, version: sent.version + 1 }
}

/** Makes a request that is sent at once: what nobody sees as a draft is not written down as one. */
export async function sendNew(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  draft: SignatureRequest,
  from: Origin,
): Promise<SignatureRequest> {
  const sent = await insertDraft(context, tx, actor, await openedNow(context, tx, draft), from)
  await notifyOfSending(context, tx, actor, sent)
  return sent
}

async function openedNow(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  const now = context.now()
  if (request.status === 'DRAFT' && isOver(request, now))
    throw wrongField('expiration_date', 'past', 'The date is in the past')
  refuseNobody(request)
  // Anyone who sends it often signs it next.
  context.threads.sign.warm(prepare)
  const opened = initiate(request, now)
  if (typeof opened === 'string') throw new Refusal(opened)
  refuseConflicts(opened)
  refuseUnsigned(opened)
  await refuseUndrawable(context, textsOfPrefills(opened.signatures, 'signatures'))
  await refuseExhausted(context, tx, { ownerId: request.owner.id, quality: requestedQuality(opened).quality })
  await lockEmailsOf(tx, opened)
  return refuseNotOffered(context, tx, {
    ...opened,
    signatures: await issueSigningLinks(context, tx, opened.signatures),
    observers: await findObserversAccounts(tx, opened.observers),
  })
}

async function notifyOfSending(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  sent: SignatureRequest,
): Promise<void> {
  await appendEvent(tx, sent.id, {
    type: 'initiated',
    at: sent.initiatedAt ?? context.now(),
    actor: eventActor(actor),
    data: {
      title: sent.title,
      quality: sent.quality,
      ...(sent.legislation ? { legislation: sent.legislation } : {}),
      documents: sent.documents.map((document) => ({ documentId: document.id, name: document.name })),
      signers: sent.signatures.map((signature) => ({
        signatureId: signature.id,
        ...(signature.group
          ? { ...groupInEvidence(signature), members: peopleOf(signature).map(({ email }) => email) }
          : { email: signature.email }),
        sequence: signature.sequence,
        documentIds: documentsToSign(sent, signature).map(({ id }) => id),
      })),
    },
  })
  await inviteNewTurns(context, tx, null, sent, actor.accountId)
  await inviteObservers(context, tx, actor, null, sent)
}

/** A role of a template that nobody is named for yet. */
function refuseNobody({ signatures }: SignatureRequest): void {
  const fields = signatures.flatMap(({ email, group }, index) =>
    email === '' && !group
      ? [{ field: `signatures.${index}.account_email`, code: 'required', message: 'This field is required' }]
      : [],
  )
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
}
