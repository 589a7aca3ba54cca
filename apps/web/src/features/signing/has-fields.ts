import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { openSignature } from './open-signature.ts'

/** Has the viewer something to fill in? What that takes is loaded for these requests alone. */
export function hasOwnFields(request: SignatureRequest): boolean {
  const own = openSignature(request)
  return request.signatures.some(
    ({ sid, document_signatures }) =>
      sid === own && document_signatures.some(({ fields }) => fields.length > 0),
  )
}
