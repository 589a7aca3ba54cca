import { entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isString } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { characteristicsOf } from './characteristics.ts'
import { readDefaultAppearance } from './default-appearance.ts'
import { flags, flagsOf, formOf, inheritedEntry, maxLengthOf } from './field-attributes.ts'
import type { FieldStyle } from './text-appearance.ts'

/** More would be too narrow to be seen. */
const cellsAtMost = 500
const alignments = ['left', 'center', 'right'] as const

/** How a widget of a text field or dropdown is drawn, by what the file says of it. */
export function styleOf(document: PdfDocument, widget: PdfDict, kind: 'text' | 'dropdown'): FieldStyle {
  const bits = flagsOf(document, widget)
  const source = stated(document, widget, 'DA')
  const quadding = stated(document, widget, 'Q')
  const cells = maxLengthOf(document, widget)
  const isMultiline = kind === 'text' && (bits & flags.multiline) !== 0
  const isComb = kind === 'text' && !isMultiline && (bits & flags.comb) !== 0
  return {
    ...readDefaultAppearance(isString(source) ? Buffer.from(source.bytes).toString('latin1') : ''),
    alignment: alignments[typeof quadding === 'number' ? quadding : 0] ?? 'left',
    multiline: isMultiline,
    ...(isComb && cells !== undefined && cells <= cellsAtMost ? { cells } : {}),
    characteristics: characteristicsOf(document, widget),
  }
}

/** What a widget, its field, one above that or else the form says (ISO 32000-2 Tables 224 and 228). */
function stated(document: PdfDocument, widget: PdfDict, key: string): PdfObject {
  const own = inheritedEntry(document, widget, key)
  const form = formOf(document)
  return own !== null || !form ? own : entryOf(document, form, key)
}
