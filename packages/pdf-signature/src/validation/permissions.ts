import { certifiedPermission } from '../certification.ts'
import { fieldLock, isLocked } from '../inspection/field-locks.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'

/** What may still be signed, by what the signatures of a revision say; validation data and document timestamps always may be added. */
export interface Permissions {
  readonly newFields: boolean
  readonly mayFill: (fieldName: string) => boolean
}

/** DocMDP and FieldMDP (ISO 32000-2 §12.8.2.2, §12.8.2.4): a certified document takes signatures in its own fields only, or none. */
export function permissionsOf(document: PdfDocument): Permissions {
  const certified = certifiedPermission(document)
  const locks = listFormFields(document).flatMap((field) =>
    field.type === 'Sig' && field.value !== null ? (fieldLock(document, field) ?? []) : [],
  )
  return {
    newFields: certified === undefined && !locks.some(({ noChanges }) => noChanges),
    mayFill: (fieldName) => certified !== 1 && !locks.some((lock) => isLocked(lock, fieldName)),
  }
}
