import { signerDay } from '#api/documents/appearance/signer-time.ts'
import type { FieldValue } from '#api/platform/values/signer-field.ts'
import type { Signature } from '#api/signing/signature-requests/signature-request.ts'

/** What is read of a signing. */
interface Signing {
  readonly field_values: Readonly<Record<string, Readonly<Record<string, FieldValue>>>>
  readonly executed_at: Date | null
  readonly created_at: Date
  readonly time_zone: string | null
}

/**
 * What a signing signs in the fields of one document: what was submitted, and the date of signing, as the signature's own
 * appearance has it.
 */
export function signedValues(
  { documents }: Pick<Signature, 'documents'>,
  documentId: string,
  signing: Signing,
): Record<string, FieldValue> {
  const fields = documents.find((one) => one.documentId === documentId)?.fields ?? []
  const day = signerDay(signing.executed_at ?? signing.created_at, signing.time_zone)
  const dates = fields.filter(({ type }) => type === 'DATE_SIGNED').map(({ id }) => [id, day] as const)
  return { ...signing.field_values[documentId], ...Object.fromEntries(dates) }
}

/** Who filled in what, as the evidence keeps it; nothing where the document has no fields of theirs. */
export function fieldsInEvidence(
  signature: Pick<Signature, 'documents'>,
  documentId: string,
  signing: Signing,
): { readonly fields?: readonly FieldInEvidence[] } {
  const fields = signature.documents.find((one) => one.documentId === documentId)?.fields ?? []
  if (fields.length === 0) return {}
  const values = signedValues(signature, documentId, signing)
  return {
    fields: fields.map(({ id, label, type }) => ({ id, label, type, value: values[id] ?? null })),
  }
}

interface FieldInEvidence {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly value: FieldValue | null
}
