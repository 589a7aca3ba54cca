import type { Document } from '@countersign/contract/documents.ts'
import { withField, withoutField } from '../drafts/change-draft.ts'
import type { Problem } from '../drafts/check-draft.ts'
import { type Draft, type FormField, fieldOf, signsDocument } from '../drafts/draft.ts'

// A certified document is signed in its own signature fields only, invisible ones included (ISO 32000-2, 12.8.2.2).

export type CertifiableDocument = Pick<Document, 'id' | 'form_problem'>

export const isCertified = (document: { readonly form_problem?: string | null } | undefined): boolean =>
  document?.form_problem === 'certified'

type OwnField = Pick<FormField, 'documentId' | 'formField'>

/** Who signs in a signature field that the document has itself. */
export function signerOfOwnField({ fields }: Draft, { documentId, formField }: OwnField): string | null {
  const taken = fields.find((field) => field.documentId === documentId && field.formField === formField)
  return taken?.signerKey ?? null
}

/** Gives it to a signer, who has no other on that document then; null: to no one. */
export function withOwnField(draft: Draft, field: OwnField, signerKey: string | null): Draft {
  const before = signerOfOwnField(draft, field)
  const free = before === null ? draft : withoutField(draft, before, field.documentId)
  return signerKey === null ? free : withField(free, { ...field, signerKey })
}

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
