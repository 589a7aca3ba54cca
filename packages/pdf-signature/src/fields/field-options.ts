import { spend } from '../reader/budget.ts'
import { resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { isString } from '../reader/objects.ts'
import type { PdfObject } from '../reader/objects.ts'
import { decodeTextString } from '../text-string.ts'
import { onState, textOfState } from './button-states.ts'
import { inheritedEntry } from './field-attributes.ts'
import type { FieldOption } from './placement.ts'

/** The choices of a dropdown: a text, or a value and what is shown for it (ISO 32000-2 Table 234). */
export function choicesOf(document: PdfDocument, field: FormField): FieldOption[] {
  return listed(document, field).flatMap((item): FieldOption[] => {
    const pair = Array.isArray(item) ? item.map((part) => textOf(resolve(document, part))) : []
    const [value, label] = Array.isArray(item) ? pair : [textOf(item), textOf(item)]
    return value === undefined ? [] : [{ value, label: label ?? value }]
  })
}

/** The choices of a group of buttons, by their states; `Opt` has their texts, one for each widget (ISO 32000-2 Table 231). */
export function statesOf(document: PdfDocument, field: FormField): FieldOption[] {
  const texts = listed(document, field)
  const options = new Map<string, FieldOption>()
  for (const [index, { dict }] of field.widgets.entries()) {
    const state = onState(document, dict)
    if (state === undefined || options.has(state)) continue
    const value = textOfState(state)
    options.set(state, { value, label: textOf(texts[index] ?? null) ?? value })
  }
  return [...options.values()]
}

function listed(document: PdfDocument, field: FormField): PdfObject[] {
  const value = inheritedEntry(document, field.dict, 'Opt')
  if (Array.isArray(value)) spend(document.budget, value.length) // many fields may share one long list
  return Array.isArray(value) ? value.map((item) => resolve(document, item)) : []
}

const textOf = (value: PdfObject): string | undefined =>
  isString(value) ? decodeTextString(value.bytes) : undefined
