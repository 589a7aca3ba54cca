import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { openSignature } from './open-signature.ts'

type Signature = SignatureRequest['signatures'][number]
type SignerField = Signature['document_signatures'][number]['fields'][number]

export const fieldsOf = ({ document_signatures }: Pick<Signature, 'document_signatures'>): SignerField[] =>
  document_signatures.flatMap(({ fields }) => fields)

/** The signature that is the viewer's turn. */
export function ownSignature(request: SignatureRequest): Signature | undefined {
  const own = openSignature(request)
  return own === undefined ? undefined : request.signatures.find(({ sid }) => sid === own)
}

/** Has the viewer something to fill in? What that takes is loaded for these requests alone. */
export function hasOwnFields(request: SignatureRequest): boolean {
  const signature = ownSignature(request)
  return signature !== undefined && fieldsOf(signature).length > 0
}
