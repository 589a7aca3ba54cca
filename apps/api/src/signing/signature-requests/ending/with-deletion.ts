import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor, Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { may } from '../policy.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { isKept, plannedDeletion } from './remove-if-unseen.ts'

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
  switch (plannedDeletion(request, actor, context.now())) {
    case 'withdraw':
      return 'withdrawn'
    case 'leave':
      return (await isKept(context, context.db, request, actor.accountId)) ? 'left' : 'deleted'
    case 'remove':
      return 'deleted'
    case 'request.under_retention':
    case 'request.signature_pending':
      return null
  }
}
