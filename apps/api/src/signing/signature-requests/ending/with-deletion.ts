import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor, Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { isHeld } from '#api/signing/retention/retention.ts'
import { may, ownSignatures, rolesOf } from '../policy.ts'
import { deletionOf } from '../signature-request-actions.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { isKept } from './remove-if-unseen.ts'

/** Adds what deleting it would come to for the account that looks at it: the page says so before it asks for it. */
export async function withDeletion(
  context: Context,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
  actor: Participant,
): Promise<contract.SignatureRequest> {
  if (actor.kind !== 'account') return shown
  return { ...shown, viewer: { ...shown.viewer, deletion: await outcomeFor(context, request, actor) } }
}

/** What `deleteSignatureRequest` would answer; null where it would refuse. */
async function outcomeFor(
  context: Context,
  request: SignatureRequest,
  actor: AccountActor,
): Promise<contract.DeletionOutcome | null> {
  if (!may(request, actor, 'delete')) return null
  const isOwner = rolesOf(request, actor).includes('owner')
  const deletion = deletionOf(request, { isOwner, own: ownSignatures(request, actor) })
  if (deletion === 'request.signature_pending') return null
  if (deletion === 'withdraw') return 'withdrawn'
  if (isOwner && isHeld(request)) return null
  if (deletion === 'remove') return 'deleted'
  return (await isKept(context.db, request, actor.accountId)) ? 'left' : 'deleted'
}
