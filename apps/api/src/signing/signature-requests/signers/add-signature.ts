import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { findNamed } from '#api/signing/signer-groups/repository.ts'
import { changeSignatureRequest } from '../changes/change-signature-request.ts'
import { peopleAtMost, toSignatures } from '../drafts/signer-input.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { allPeopleOf } from './group-signature.ts'

/** Asks one more signer to sign: of a draft, or before the first signature. */
export function addSignature(
  context: Context,
  actor: AccountActor,
  requestId: string,
  input: Omit<SignerInput, 'sid'>,
): Promise<SignatureRequest> {
  return changeSignatureRequest(context, actor, requestId, async (request, tx) => {
    const groups = await findNamed(tx, actor, [input])
    const added = toSignatures(request, [{ ...input, sid: undefined }], 'signatures', groups)
    const signatures = [...request.signatures, ...added]
    if (allPeopleOf(signatures).length > peopleAtMost)
      throw wrongField('signatures', 'too_big', `Must be at most ${peopleAtMost} people`)
    return { ...request, signatures }
  })
}

/** The signer is asked no longer, and their link opens nothing. */
export function removeSignature(
  context: Context,
  actor: AccountActor,
  requestId: string,
  signatureId: string,
): Promise<SignatureRequest> {
  return changeSignatureRequest(context, actor, requestId, (request) => {
    if (!request.signatures.some(({ id }) => id === signatureId)) throw new Refusal('not_found')
    return { ...request, signatures: request.signatures.filter(({ id }) => id !== signatureId) }
  })
}
