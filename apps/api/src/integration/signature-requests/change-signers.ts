import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { changeSignatureRequest } from '#api/signing/signature-requests/changes/change-signature-request.ts'
import { peopleAtMost, toSignatures } from '#api/signing/signature-requests/drafts/signer-input.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { findNamed } from '#api/signing/signer-groups/repository.ts'
import { saveSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import { actingAccount } from '../acting-account.ts'
import * as repository from './repository.ts'
import { imagesOf, readImages } from './signer-images.ts'
import { type GivenSigner, referencesOf, type RequestSoFar } from './signer-input.ts'
import { sendWhenComplete } from './update-request.ts'

/** One signer more, of an api user's request. */
export async function addSigner<Signer extends GivenSigner>(
  context: Context,
  actor: ApiUserActor,
  id: string,
  signer: Signer,
  toInput: (given: readonly Signer[], request: RequestSoFar) => SignerInput[],
): Promise<SignatureRequest> {
  const account = actingAccount(actor)
  const images = await readImages([signer], () => '')
  const changed = await changeSignatureRequest(context, account, id, async (request, tx) => {
    // The same person once more is asked to sign twice.
    const input = toInput([signer], { ...request, signatures: [] })
    const groups = await findNamed(tx, account, input)
    const signatures = [...request.signatures, ...toSignatures(request, input, 'signatures', groups)]
    if (allPeopleOf(signatures).length > peopleAtMost)
      throw wrongField('signatures', 'too_big', `Must be at most ${peopleAtMost} people`)
    return { ...request, signatures }
  })
  const added = changed.signatures.slice(-1)
  await transaction(context.db, async (tx) => {
    const current = { ...changed, signatures: added }
    await repository.saveReferences(tx, referencesOf([signer], current))
    await saveSenderImages(tx, imagesOf(images, current))
  })
  return sendWhenComplete(context, actor, changed)
}

export async function removeSigner(
  context: Context,
  actor: ApiUserActor,
  id: string,
  signatureId: string,
): Promise<SignatureRequest> {
  return changeSignatureRequest(context, actingAccount(actor), id, (request) => {
    const signatures = request.signatures.filter((signature) => signature.id !== signatureId)
    if (signatures.length === request.signatures.length) throw new Refusal('not_found')
    return { ...request, signatures }
  })
}
