import { shapeLine } from '../appearance/shape-line.ts'
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

/** All that is drawn of a form, for each widget: a form of a thousand pages has less, and a few seconds draw it. */
const charactersAtMost = 200_000

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
  const requested = fields.flatMap((field) => {
    const kind = inputKind(document, field)
    if ((kind !== 'text' && kind !== 'dropdown') || field.widgets.some(({ ref }) => !ref)) return []
    return [{ field, kind, shown: shownBy(document, field) }]
  })
  const characters = requested.reduce((sum, { field, shown }) => sum + shown.length * field.widgets.length, 0)
  if (characters > charactersAtMost) return new Set()
  const drawable = requested.filter(({ shown }) => hasFonts(drawing, shown))
  for (const { field, kind, shown } of drawable) drawText(drawing, field, kind, shown)
  return new Set(drawable.map(({ field }) => field))
}

/** A viewer may have a font for what ours lack: better it draws the value than we draw boxes. */
const hasFonts = ({ fonts }: Drawing, shown: string): boolean =>
  shown.split('\n').every((line) => shapeLine(line, fonts).missing.length === 0)

function shownBy(document: PdfDocument, field: FormField): string {
  const value = resolve(document, field.value)
  const text = isString(value) ? decodeTextString(value.bytes).replace(/\r\n?/g, '\n') : ''
  const choice =
    field.type === 'Ch' ? choicesOf(document, field).find((one) => one.value === text) : undefined
  return choice?.label ?? text
}
