import { dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { dict, isName, name } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { lockedFields } from '../inspection/field-locks.ts'
import { textString } from '../text-string.ts'

/** A signature field lock of those fields (ISO 32000-2 Table 236). */
export const lockOf = (names: readonly string[]): PdfDict =>
  dict({
    Type: name('SigFieldLock'),
    Action: name('Include'),
    Fields: names.map(textString),
  })

/**
 * What a signature in the field locks, as the parameters of its FieldMDP (ISO 32000-2 §12.8.2.4): what the field's own
 * /Lock says, and those fields as well. Undefined where that is nothing.
 */
export function lockParameters(
  document: PdfDocument,
  field: FormField | undefined,
  names: readonly string[],
): Record<string, PdfObject> | undefined {
  const held = field && dictEntry(document, field.dict, 'Lock')
  if (!held) return names.length > 0 ? parametersOf('Include', names) : undefined
  const { action, fields } = lockedFields(document, held)
  if (action === 'All') return { Action: name('All') }
  const own = new Set(names)
  return action === 'Include'
    ? parametersOf('Include', [...new Set([...fields, ...names])])
    : parametersOf(
        'Exclude',
        fields.filter((one) => !own.has(one)),
      )
}

const parametersOf = (action: string, names: readonly string[]): Record<string, PdfObject> => ({
  Action: name(action),
  Fields: names.map(textString),
})

/** Full names of the fields that belong to signers whose signature is yet to come, by their locks. */
export function namesOfOthers(
  document: PdfDocument,
  fields: readonly FormField[],
  ownField: string,
): ReadonlySet<string> {
  const others = fields.filter(
    ({ type, value, name }) => type === 'Sig' && value === null && name !== ownField,
  )
  return new Set(
    others.flatMap((field) => {
      const lock = dictEntry(document, field.dict, 'Lock')
      const action = lock && entryOf(document, lock, 'Action')
      return lock && isName(action) && action.name === 'Include' ? lockedFields(document, lock).fields : []
    }),
  )
}
