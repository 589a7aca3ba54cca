import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { lockedByOthers } from '#api/signing/signer-fields/locked-by-others.ts'
import type { RequestDocument, Signature } from '../signature-request.ts'

/** What is sent can be signed by everyone who is asked: each signature and each field that could not be made is named. */
export function refuseUnsignable(
  documents: readonly Pick<RequestDocument, 'id' | 'signatureFields' | 'formProblem'>[],
  signers: readonly Pick<Signature, 'id' | 'sequence' | 'documents'>[],
  path = 'signatures',
): void {
  const known = new Map(documents.map((document) => [document.id, document]))
  const without = signers.flatMap((signer, index) =>
    signer.documents.flatMap(({ documentId, formField }, at) =>
      formField === null
        ? wrongInCertified(
            known.get(documentId),
            `${path}.${index}.document_signatures.${at}.visual_signature`,
          )
        : [],
    ),
  )
  const wrong = [...without, ...documents.flatMap((document) => lockedByOthers(document, signers, path))]
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
}

/** A certified document takes signatures in its own fields only, invisible ones too (ISO 32000-2, 12.8.2.2). */
export function wrongInCertified(
  document: Pick<RequestDocument, 'formProblem'> | undefined,
  field: string,
): WrongField[] {
  if (document?.formProblem !== 'certified') return []
  const message = 'The document is certified: it can only be signed in a free signature field of its own'
  return [{ field, code: 'form_certified', message }]
}
