import type { Participant } from '#api/platform/actor.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import { ownSignatures, requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Someone who is asked twice signs twice: the one they name, or one after the other. */
export function toSign(
  request: SignatureRequest,
  actor: Participant,
  named: string | null,
): RequestedSigner | undefined {
  const own = ownSignatures(request, actor).filter((one) => named === null || one.id === named)
  const next =
    own.find((one) => one.status === 'OPEN') ?? own.find((one) => one.status === 'WAITING') ?? own.at(-1)
  return next && requestedSignerOf(next, actor)
}
