import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { nameOf, type SignatureRequest } from '../signature-request.ts'

/** What a row of the dashboard shows of a request besides its own columns. */
export type Summary = Pick<
  ListItem,
  'document_names' | 'signers' | 'signature_count' | 'signature_count_signed'
>

/** More names than a row can show are not kept. */
const shownSigners = 10

export function summaryOf(request: Pick<SignatureRequest, 'documents' | 'signatures'>): Summary {
  return {
    document_names: request.documents.map((document) => document.name),
    signers: request.signatures.slice(0, shownSigners).map((signature) => ({
      email: signature.email,
      status_code: signature.status,
      name: nameOf(signature),
    })),
    signature_count: request.signatures.length,
    signature_count_signed: request.signatures.filter(({ status }) => status === 'SIGNED').length,
  }
}
