import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { isActing } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { findNewest } from '#api/signing/signing/repository.ts'
import { presentSubmitted } from '#api/signing/signing/submitted.ts'
import { stepFor } from './step-of.ts'

/** A request as it is shown, with what the one who looks at it has to do for a signing of theirs that is under way. */
export async function withSteps(
  context: Context,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
  actor: Participant,
): Promise<contract.SignatureRequest> {
  const signatures = await Promise.all(
    shown.signatures.map(async (one) => {
      const signature = request.signatures.find(({ id }) => id === one.sid)
      const approval = signature?.signing?.approval
      if (!one.signing || !signature || approval?.status !== 'OPEN' || !isActing(signature, actor)) return one
      const step = await stepFor(context, approval.id, actor)
      const signing = step ? await findNewest(context.db, signature.id) : null
      const submitted = signing && presentSubmitted(signing)
      return { ...one, signing: { ...one.signing, step, submitted } }
    }),
  )
  return { ...shown, signatures }
}
