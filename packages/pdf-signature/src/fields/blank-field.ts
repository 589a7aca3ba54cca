import { resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { isName, isString } from '../reader/objects.ts'
import { differenceOf } from '../validation/changes/shown-values.ts'
import { OFF, shownState } from './button-states.ts'
import type { InputKind } from './input-kind.ts'

/** What a field of each kind holds when it is blank; a picture has no such value. */
export const blankValue = {
  text: '',
  dropdown: '',
  radio: '',
  checkbox: false,
  picture: null,
} as const satisfies Record<InputKind, string | boolean | null>

/**
 * Whether a field neither holds nor shows a value. A button may show another state than the field holds (/AS beside /V, ISO
 * 32000-2 §12.7.5.2.3), and a text something that is not its value: then it is not blank.
 */
export function isBlank(document: PdfDocument, field: FormField): boolean {
  const value = resolve(document, field.value)
  const holdsNothing =
    value === null || (isString(value) && value.bytes.length === 0) || (isName(value) && value.name === OFF)
  if (!holdsNothing) return false
  return field.type === 'Btn'
    ? field.widgets.every(({ dict }) => shownState(document, dict) === OFF)
    : differenceOf(document, field) === undefined
}
