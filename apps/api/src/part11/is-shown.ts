import type { Signature, SignatureRequest } from '#api/signature-requests/signature-request.ts'

/** 21 CFR 11.50 (b): what a signature says of itself is part of whatever a person reads, so it has a place on each document. */
export function isShownOnEach(
  { documents }: Pick<SignatureRequest, 'documents'>,
  signature: Pick<Signature, 'documents'>,
): boolean {
  return documents.every(({ id }) =>
    signature.documents.some(
      (one) => one.documentId === id && (one.place !== null || one.formField !== null),
    ),
  )
}
