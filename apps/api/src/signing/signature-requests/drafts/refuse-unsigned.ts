import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { DocumentSignature, SignatureRequest } from '../signature-request.ts'
import { unsignedDocuments } from '../signature-request.ts'
import { refuseUnsignable } from './refuse-unsignable.ts'

/** Who is asked to sign has something to sign and can sign it, and what is sent is signed: each that is not is named. */
export function refuseUnsigned({
  documents,
  signatures,
}: Pick<SignatureRequest, 'documents' | 'signatures'>): void {
  const without = signatures.flatMap((signature, index): WrongField[] =>
    signature.documents.length > 0
      ? []
      : [
          {
            field: `signatures.${index}.document_signatures`,
            code: 'required',
            message: 'Name a document that this signer signs',
          },
        ],
  )
  if (without.length > 0) throw new Refusal('validation.failed', { fields: without })
  refuseUnsignedDocuments(documents, signatures)
  refuseUnsignable(documents, signatures)
}

/** The same of the documents alone, as a template names them by its roles. */
export function refuseUnsignedDocuments(
  documents: readonly { readonly id: string; readonly name: string }[],
  signers: readonly { readonly documents: readonly DocumentSignature[] }[],
): void {
  const unsigned = new Set(unsignedDocuments(documents, signers))
  if (unsigned.size === 0) return
  const fields = documents.flatMap((document, index): WrongField[] =>
    unsigned.has(document)
      ? [{ field: `documents.${index}`, code: 'no_signer', message: `Nobody signs “${document.name}”` }]
      : [],
  )
  throw new Refusal('request.document_without_signer', { fields })
}
