import type { Seal } from '@countersign/contract/seals.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** Which seals the service takes in place of the signature that is asked for: none where a person has to be the one. */
export function satisfiesRequest(
  { data }: Seal,
  { quality, legislation }: Pick<SignatureRequest, 'quality' | 'legislation'>,
): boolean {
  if (quality === 'SES') return true
  if (quality !== 'AES' && quality !== 'AES_MINIMAL') return false
  return legislation === null || legislation === data.legislation
}
