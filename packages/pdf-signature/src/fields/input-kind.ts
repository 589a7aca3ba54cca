import { entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { onState } from './button-states.ts'
import { flags, flagsOf } from './field-attributes.ts'
import type { InputPlacement } from './placement.ts'

export type InputKind = InputPlacement['kind']

/** What sort of input a form field takes; undefined for those that are not filled in here (ISO 32000-2 §12.7.5). */
export function inputKind(document: PdfDocument, field: FormField): InputKind | undefined {
  const bits = flagsOf(document, field.dict)
  const has = (flag: number): boolean => (bits & flag) !== 0
  // Without a widget nobody would see the value.
  if (field.widgets.length === 0) return undefined
  switch (field.type) {
    case 'Tx':
      return has(flags.password) || has(flags.fileSelect) || has(flags.richText) ? undefined : 'text'
    case 'Ch':
      return has(flags.combo) ? 'dropdown' : undefined
    case 'Btn':
      if (has(flags.pushbutton))
        return has(flags.readOnly) && !actions(document, field) ? 'picture' : undefined
      return buttonKind(document, field, has(flags.radio))
    default:
      return undefined
  }
}

function actions(document: PdfDocument, field: FormField): boolean {
  const dicts = [field.dict, ...field.widgets.map(({ dict }) => dict)]
  return dicts.some((dict) => entryOf(document, dict, 'A') !== null || entryOf(document, dict, 'AA') !== null)
}

/** Check boxes of one name with different states are a choice of one, as radio buttons are (ISO 32000-2 §12.7.5.2.3). */
function buttonKind(document: PdfDocument, field: FormField, isRadio: boolean): InputKind | undefined {
  const states = field.widgets.map(({ dict }) => onState(document, dict))
  if (states.includes(undefined)) return undefined
  return isRadio || new Set(states).size > 1 ? 'radio' : 'checkbox'
}
