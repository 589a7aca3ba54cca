import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { addSignature } from '#api/signing/signature-requests/signers/add-signature.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import { withNamesOfOneSigner } from '../given-names.ts'
import { saveGivenSigners } from './save-given-signers.ts'
import { sendWhenComplete } from './send-when-complete.ts'
import { readImages } from './signer-images.ts'
import type { GivenSigner, RequestSoFar } from './signer-input.ts'

/** One signer more, of an API user's request. */
export async function addSigner<Signer extends GivenSigner>(
  context: Context,
  actor: ApiUserActor,
  id: string,
  signer: Signer,
  toInput: (given: readonly Signer[], request: RequestSoFar) => SignerInput[],
): Promise<SignatureRequest> {
  const images = await readImages(context, [signer], () => '')
  // The same person once more is asked to sign twice.
  const input = ({ documents }: SignatureRequest) => {
    const [made] = toInput([signer], { documents, signatures: [] })
    if (!made) throw new Error('a signer was not read')
    return made
  }
  return withNamesOfOneSigner(
    addSignature(context, actingAccount(actor), id, input, {
      alongside: (tx, request) =>
        saveGivenSigners(tx, [signer], images, { ...request, signatures: request.signatures.slice(-1) }),
      conclude: (tx, request) => sendWhenComplete(context, tx, actor, request),
    }),
  )
}
