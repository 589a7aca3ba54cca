import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { refuseLocked } from '#api/signing/approvals/leases/refuse-locked.ts'
import { findObserversAccounts } from '#api/signing/observers/find-observers-accounts.ts'
import { inviteObservers } from '#api/signing/observers/invite-observers.ts'
import { refuseNotOffered } from '#api/signing/qualities/refuse-not-offered.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { lockEmailsOf } from '../links/lock-emails-of.ts'
import { issueSigningLinks } from '../links/issue-signing-links.ts'
import { inviteNewTurns, notifyOfRemoval } from '../notifications/notify.ts'
import { announceAttachmentsLater, attachmentsOf } from './announce-attachments.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { allow } from '../policy.ts'
import { gone, recordChange } from './record-change.ts'
import { refuseUnsigned } from '../drafts/refuse-unsigned.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { hasBegun, isEditable, type SignatureRequest, timeOfChange, withTurns } from '../signature-request.ts'

export type Change = (
  request: SignatureRequest,
  tx: Transaction,
) => SignatureRequest | Promise<SignatureRequest>

export interface ChangeOptions {
  readonly draftOnly?: boolean
  readonly readAt?: string | undefined
  /** What is written with it, once its rows are there. */
  readonly alongside?: (tx: Transaction, changed: SignatureRequest) => Promise<void>
  /** What is done with the changed request in the same transaction, which keeps nothing if it fails. Answers it as it is then. */
  readonly conclude?: (tx: Transaction, changed: SignatureRequest) => Promise<SignatureRequest>
}

/**
 * The one way an owner changes a request: a draft freely, an open one until the first signature. New signers of an open one are
 * invited, removed ones and those whom the change concerns are told, once each, and the evidence says what changed.
 */
export async function changeSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
  change: Change,
  options: ChangeOptions = {},
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'edit')
    if (options.draftOnly && request.status !== 'DRAFT') throw new Refusal('request.not_draft')
    if (request.status === 'OPEN') await refuseWhileSigned(context, tx, request)
    if (!isEditable(request))
      throw new Refusal(hasBegun(request) ? 'request.already_signed' : 'request.not_open')
    if (options.readAt && options.readAt !== request.updatedAt.toISOString())
      throw new Refusal('request.changed')
    // Under the lock: anyone who reads what was changed before this has read less than this.
    const at = timeOfChange(request, context.now())
    let changed: SignatureRequest = { ...(await change(request, tx)), updatedAt: at }
    if (request.status === 'OPEN')
      changed = await openAgain(context, tx, request, { ...changed, correctedAt: at })
    await saveSignatureRequest(tx, request, changed)
    await options.alongside?.(tx, changed)
    await recordChange(context, tx, actor, request, changed)
    if (request.status === 'OPEN') {
      for (const removed of gone(request, changed)) await notifyOfRemoval(context, tx, request, removed)
      await inviteNewTurns(context, tx, request, changed, actor.accountId)
      await inviteObservers(context, tx, actor, request, changed)
      await notifyOfChange(context, tx, request, changed, actor.accountId)
      if (attachmentsOf(request) !== attachmentsOf(changed))
        await announceAttachmentsLater(context, tx, id, {
          changedBy: actor.accountId,
          version: changed.version + 1,
        })
    }
    const saved = { ...changed, version: changed.version + 1 }
    return options.conclude ? options.conclude(tx, saved) : saved
  })
}

/** A signer is about to approve what there is now. */
async function refuseWhileSigned(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  await refuseLocked(context, tx, { requestId: request.id })
  const isApproved = request.signatures.some(({ signing }) => signing?.approval?.status === 'OPEN')
  if (isApproved && !request.signatures.some(({ status }) => status === 'SIGNED'))
    throw new Refusal('signing.locked')
}

async function openAgain(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  if (request.signatures.length === 0) throw new Refusal('request.no_signers')
  if (request.documents.length === 0) throw new Refusal('request.no_documents')
  refuseUnsigned(request)
  await lockEmailsOf(tx, request)
  const reachable = await issueSigningLinks(context, tx, request.signatures)
  const observers = await findObserversAccounts(tx, request.observers)
  const signatures = withTurns(reachable)
  return refuseNotOffered(context, tx, { ...request, signatures, observers }, before)
}
