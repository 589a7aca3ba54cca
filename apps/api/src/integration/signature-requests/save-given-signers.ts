import type { Transaction } from '#api/platform/db/transaction.ts'
import { saveSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { type GivenImage, imagesOf } from './signer-images.ts'
import { type GivenSigner, referencesOf } from './signer-input.ts'
import { saveReferences } from './signer-repository.ts'

/**
 * What an API user says of signers beyond what anyone says, in the transaction that writes them. The request's signers are
 * those of the call, in their order.
 */
export async function saveGivenSigners(
  tx: Transaction,
  signers: readonly GivenSigner[],
  images: readonly GivenImage[],
  request: SignatureRequest,
): Promise<void> {
  await saveReferences(tx, referencesOf(signers, request))
  await saveSenderImages(tx, imagesOf(images, request))
}
