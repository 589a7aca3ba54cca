import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { refuseUndrawable, textsOfPrefills } from '#api/signing/signer-fields/refuse-undrawable.ts'
import { findNamed } from '#api/signing/signer-groups/repository.ts'
import { type ChangeOptions, changeSignatureRequest } from '../changes/change-signature-request.ts'
import { toSignatures } from '../drafts/signer-input.ts'
import type { SignatureRequest } from '../signature-request.ts'

type NewSigner = Omit<SignerInput, 'sid'>

/** Asks one more signer to sign: of a draft, or before the first signature. A function makes them for the request as it is then. */
export function addSignature(
  context: Context,
  actor: AccountActor,
  requestId: string,
  given: NewSigner | ((request: SignatureRequest) => NewSigner),
  options: Pick<ChangeOptions, 'alongside' | 'conclude'> = {},
): Promise<SignatureRequest> {
  const change = async (request: SignatureRequest, tx: Transaction): Promise<SignatureRequest> => {
    const input = typeof given === 'function' ? given(request) : given
    const groups = await findNamed(tx, actor, [input])
    const signer = { ...input, sid: undefined }
    const added = toSignatures(request, [signer], 'signatures', groups, request.signatures)
    await refuseUndrawable(context, textsOfPrefills(added, 'signatures'))
    recordResult(tx, added[0]?.id ?? null)
    return { ...request, signatures: [...request.signatures, ...added] }
  }
  return changeSignatureRequest(context, actor, requestId, change, options)
}

/** The signer is asked no longer, and their link opens nothing. Given `readAt`, only as the request was then. */
export function removeSignature(
  context: Context,
  actor: AccountActor,
  requestId: string,
  signatureId: string,
  readAt?: string,
): Promise<SignatureRequest> {
  const change = (request: SignatureRequest): SignatureRequest => {
    if (!request.signatures.some(({ id }) => id === signatureId)) throw new Refusal('not_found')
    return { ...request, signatures: request.signatures.filter(({ id }) => id !== signatureId) }
  }
  return changeSignatureRequest(context, actor, requestId, change, { readAt })
}
