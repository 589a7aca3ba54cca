import { catalogOf, dictEntry, entryOf } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { limits } from '../reader/budget.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/** Field flags as values of their bits (ISO 32000-2 Tables 227, 229, 231 and 233). */
export const flags = {
  readOnly: 1,
  required: 2,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushbutton: 1 << 16,
  combo: 1 << 17,
  fileSelect: 1 << 20,
  comb: 1 << 24,
  richText: 1 << 25,
} as const

/** The interactive form of a file, if it has one (ISO 32000-2 Table 224). */
export const formOf = (document: PdfDocument): PdfDict | undefined =>
  dictEntry(document, catalogOf(document).dict, 'AcroForm')

/** An entry that a field or widget has or inherits from the fields above it (ISO 32000-2 §12.7.4.1); else null. */
export function inheritedEntry(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
  let node: PdfDict | undefined = dict
  for (let depth = 0; node && depth < limits.depth; depth++) {
    const value = entryOf(document, node, key)
    if (value !== null) return value
    node = dictEntry(document, node, 'Parent')
  }
  return null
}

/** The flags of a field, those it inherits as well; 0 where it says none. */
export function flagsOf(document: PdfDocument, dict: PdfDict): number {
  const value = inheritedEntry(document, dict, 'Ff')
  return typeof value === 'number' && Number.isInteger(value) ? value : 0
}

/** How many characters a text field takes; undefined for any number (ISO 32000-2 Table 232). */
export function maxLengthOf(document: PdfDocument, dict: PdfDict): number | undefined {
  const value = inheritedEntry(document, dict, 'MaxLen')
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}
