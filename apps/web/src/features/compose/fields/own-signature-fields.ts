import type { Document } from '@countersign/contract/documents.ts'
import type { Problem } from '../drafts/check-draft.ts'
import { type Draft, fieldOf, signsDocument } from '../drafts/draft.ts'

// A certified document is signed in its own signature fields only, invisible ones included (ISO 32000-2, 12.8.2.2).

export type CertifiableDocument = Pick<Document, 'id' | 'form_problem'>

export const isCertified = (document: Pick<CertifiableDocument, 'form_problem'> | undefined): boolean =>
  document?.form_problem === 'certified'

/** Does everyone who signs the document have a field of its own? */
export function lacksOwnField(draft: Draft, document: CertifiableDocument): boolean {
  if (!isCertified(document) || !draft.documentIds.includes(document.id)) return false
  return draft.signers.some(
    (signer) =>
      signsDocument(signer, document.id) &&
      (fieldOf(draft, signer.key, document.id)?.formField ?? null) === null,
  )
}

/** What keeps certified documents from being sent: each could not be signed. */
export function problemsOfCertified(draft: Draft, documents: readonly CertifiableDocument[]): Problem[] {
  return documents
    .filter((document) => lacksOwnField(draft, document))
    .map(({ id: documentId }) => ({ step: 'fields', code: 'own_field_missing', documentId }))
}
