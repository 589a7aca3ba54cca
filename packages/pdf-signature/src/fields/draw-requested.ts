import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import type { FormField } from '../reader/form-fields.ts'
import { isString } from '../reader/objects.ts'
import { decodeTextString } from '../text-string.ts'
import { formOf } from './field-attributes.ts'
import { choicesOf } from './field-options.ts'
import { drawText } from './fill-values.ts'
import type { Drawing } from './fill-values.ts'
import { inputKind } from './input-kind.ts'

/**
 * Draws the values of a form that asks viewers to do so (/NeedAppearances): a viewer that does draws in its own fonts, and
 * draws what signers fill in as well. Gives the fields that were drawn; none once there is a signature.
 */
export function drawRequested(drawing: Drawing, fields: readonly FormField[]): ReadonlySet<FormField> {
  const { document } = drawing.revision
  const form = formOf(document)
  const isRequested = form !== undefined && entryOf(document, form, 'NeedAppearances') === true
  const isSigned = fields.some(({ type, value }) => type === 'Sig' && value !== null)
  if (!isRequested || isSigned || drawing.fonts.length === 0) return new Set()
  const drawn = new Set<FormField>()
  for (const field of fields) {
    const kind = inputKind(document, field)
    if ((kind !== 'text' && kind !== 'dropdown') || field.widgets.some(({ ref }) => !ref)) continue
    drawText(drawing, field, kind, shownBy(document, field))
    drawn.add(field)
  }
  return drawn
}

function shownBy(document: PdfDocument, field: FormField): string {
  const value = resolve(document, field.value)
  const text = isString(value) ? decodeTextString(value.bytes).replace(/\r\n?/g, '\n') : ''
  const choice =
    field.type === 'Ch' ? choicesOf(document, field).find((one) => one.value === text) : undefined
  return choice?.label ?? text
}
