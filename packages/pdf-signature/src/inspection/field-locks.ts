import { transformParameters } from '../certification.ts'
import { arrayEntry, dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { isDict, isName, isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { decodeTextString } from '../text-string.ts'

/** Fields that a signature locks (FieldMDP, ISO 32000-2 §12.8.2.4): `Exclude` locks all but those named. */
export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude'
  readonly fields: readonly string[]
  /** A signature field lock may forbid every change from then on (ISO 32000-2 Table 236, /P 1). */
  readonly noChanges: boolean
}

/** The lock that a signed field has put into force, if any. */
export function fieldLock(document: PdfDocument, field: FormField): FieldLock | undefined {
  const signature = resolve(document, field.value)
  if (!isDict(signature)) return undefined
  const own = ownLock(document, field)
  const parameters = transformParameters(document, signature, 'FieldMDP')
  return parameters ? { ...lockedFields(document, parameters), noChanges: own?.noChanges ?? false } : own
}

/** What a signature in this field locks by the field's own /Lock. */
export function ownLock(document: PdfDocument, field: FormField): FieldLock | undefined {
  const lock = dictEntry(document, field.dict, 'Lock')
  return lock && { ...lockedFields(document, lock), noChanges: entryOf(document, lock, 'P') === 1 }
}

export function lockedFields(document: PdfDocument, source: PdfDict): Pick<FieldLock, 'action' | 'fields'> {
  const action = entryOf(document, source, 'Action')
  const fields = (arrayEntry(document, source, 'Fields') ?? []).flatMap((item) => {
    const value = resolve(document, item)
    return isString(value) ? [decodeTextString(value.bytes)] : []
  })
  const known =
    isName(action) && (action.name === 'Include' || action.name === 'Exclude') ? action.name : 'All'
  return { action: known, fields }
}

/** Whether the lock covers the field of that full name, or a field above it. */
export function isLocked(lock: FieldLock, fieldName: string): boolean {
  if (lock.noChanges || lock.action === 'All') return true
  return isNamed(lock, fieldName) === (lock.action === 'Include')
}

/** Whether the lock names the field, or a field above it. */
export function isNamed(lock: FieldLock, fieldName: string): boolean {
  return isSelfOrAbove(namesOf(lock), fieldName)
}

const lockedNames = new WeakMap<FieldLock, ReadonlySet<string>>()

function namesOf(lock: FieldLock): ReadonlySet<string> {
  const names = lockedNames.get(lock) ?? new Set(lock.fields)
  lockedNames.set(lock, names)
  return names
}

function isSelfOrAbove(names: ReadonlySet<string>, fieldName: string): boolean {
  if (names.has(fieldName)) return true
  for (let dot = fieldName.indexOf('.'); dot >= 0; dot = fieldName.indexOf('.', dot + 1))
    if (names.has(fieldName.slice(0, dot))) return true
  return false
}
