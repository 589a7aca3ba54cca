import { isVisible, type Signature } from '#api/signing/signature-requests/signature-request.ts'

/**
 * 21 CFR 11.50 (b): what a signature says of itself is part of whatever a person reads, so it has a place on each document
 * that its signer signs.
 */
export function isShownOnEach({ documents }: Pick<Signature, 'documents'>): boolean {
  return documents.every(isVisible)
}
