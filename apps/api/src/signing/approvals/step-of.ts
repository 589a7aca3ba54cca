import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import type { Participant } from '#api/platform/actor.ts'
import { reauthenticateStep } from './reauthentication/reauthenticate-approval.ts'
import { type Approval, findApproval, isHeldBy } from './repository.ts'
import { serviceStep } from './service-approvals/service-approval.ts'
import { tanStep } from './tans/tan-approval.ts'

/** What the signer does next; null where nothing is to be done, or it is not known yet. For the signer's eyes alone. */
export async function stepOf(context: Context, approval: Approval): Promise<SigningStep | null> {
  if (approval.status !== 'OPEN') return null
  switch (approval.kind) {
    case 'TAN':
      return tanStep(context, approval)
    case 'REAUTHENTICATE':
      return reauthenticateStep(context, approval)
    case 'SERVICE':
      return serviceStep(context, approval)
  }
}

/** The same by its id, where it is this one's to give; null for everybody else. */
export async function stepFor(
  context: Context,
  approvalId: string | null,
  actor: Participant,
): Promise<SigningStep | null> {
  const approval = approvalId ? await findApproval(context.db, approvalId) : null
  return approval && isHeldBy(approval, actor) ? stepOf(context, approval) : null
}
