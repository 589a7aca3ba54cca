import { certifiedPermission, docMdpPermission } from '../../certification.ts'
import { fieldLock, isLocked } from '../../inspection/field-locks.ts'
import { resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict } from '../../reader/objects.ts'

/** What may still be done, by what the signatures of a revision say; validation data and document timestamps always may be added. */
export interface Permissions {
  readonly newFields: boolean
  readonly mayFill: (fieldName: string) => boolean
  /** Whether they say that fields are still to be filled in: a certification, or a lock of some fields and not all. */
  readonly foreseesFilling: boolean
  readonly mayAnnotate: boolean
}

/** DocMDP and FieldMDP (ISO 32000-2 §12.8.2.2, §12.8.2.4): a certified document takes signatures in its own fields only, or none. */
export function permissionsOf(document: PdfDocument): Permissions {
  const signed = listFormFields(document).filter(({ type, value }) => type === 'Sig' && value !== null)
  const certified = certifiedPermission(document) ?? statedPermission(document, signed)
  const locks = signed.flatMap((field) => fieldLock(document, field) ?? [])
  const isFrozen = locks.some(({ noChanges }) => noChanges)
  return {
    newFields: certified === undefined && !isFrozen,
    mayFill: (fieldName) => certified !== 1 && !locks.some((lock) => isLocked(lock, fieldName)),
    foreseesFilling: certified !== undefined || locks.some(({ action }) => action !== 'All'),
    mayAnnotate: certified === 3 && !isFrozen,
  }
}

/** What a signature states itself, where the catalogue forgot to name it as the certifying one. */
function statedPermission(document: PdfDocument, signed: readonly FormField[]): 1 | 2 | 3 | undefined {
  const stated = signed.flatMap(({ value }) => {
    const signature = resolve(document, value)
    return (isDict(signature) && docMdpPermission(document, signature)) || []
  })
  return stated.toSorted((a, b) => a - b)[0]
}
