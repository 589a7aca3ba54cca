import { checkSignature } from '../stepwise/check-signature.ts'
import type { SigningPeriod } from '../stepwise/check-signature.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { SignedDigest } from '../stepwise/port.ts'
import type { HeldOrder } from '../stepwise/ticket.ts'
import type { SignedAnswer } from './wire.ts'

export const service = 'MAB'

/** The signatures of an answer, in the order of the hashes; each is checked against its own. */
export function signedBy(
  { SignatureObject: given, validationInfo }: SignedAnswer,
  order: HeldOrder,
  anchors: readonly Uint8Array[],
  period: SigningPeriod,
): SignedDigest[] {
  if (given.length !== order.documents.length)
    throw new StepwiseSigningFailed('answer_invalid', service, 'a signature is missing')
  const material = {
    ocsps: (validationInfo?.ocsp ?? []).map(bytesOf),
    crls: (validationInfo?.crl ?? []).map(bytesOf),
  }
  return order.documents.map(({ id, digest }, index) =>
    checkSignature(service, order.party, anchors, {
      document: { id, digest: bytesOf(digest) },
      cms: bytesOf(given[index] ?? ''),
      material,
      period,
    }),
  )
}

/** Base64 or base64url, with padding or without: Node reads both. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')
