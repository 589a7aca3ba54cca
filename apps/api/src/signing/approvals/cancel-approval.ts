import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { endApproval } from './end-approvals.ts'
import { findOwn, statusesOf } from './statuses-of.ts'

/** The signer does not want to any longer. What they have given already stays given. */
export async function cancelApproval(
  context: Context,
  actor: Participant,
  id: string,
): Promise<SigningStatus[]> {
  const approval = await findOwn(context, actor, id)
  if (approval.status === 'OPEN') await endApproval(context, id, 'cancelled')
  return statusesOf(context, id, 'signer')
}
