import { Blob, Face, Font } from 'harfbuzzjs'
import { PdfError } from '../pdf-error.ts'
import { dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { decodeStream } from '../reader/filters.ts'
import { isName, isStream } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'
import { descendantOf, fontProgram } from '../inspection/viewer-fonts.ts'
import { outlineOf } from './glyph-outline.ts'

/**
 * What the codes of an embedded composite font draw, as `knownOutlines` has it (ISO 32000-2 §9.7.4.2). Undefined for any other
 * font, and for one that can't be read.
 */
export function embeddedOutlines(
  document: PdfDocument,
  font: PdfDict,
): ((code: number) => string) | undefined {
  const descendant = descendantOf(document, font)
  const program = fontProgram(document, font)
  const encoding = entryOf(document, font, 'Encoding')
  if (!descendant || !program || !isName(encoding) || encoding.name !== 'Identity-H') return undefined
  const kind = entryOf(document, descendant, 'Subtype')
  const isTrueType =
    isName(kind) && kind.name === 'CIDFontType2' && hasProgram(document, descendant, 'FontFile2')
  if (!isTrueType) return undefined
  try {
    const decoded = (value: typeof program) =>
      decodeStream(value, document.budget, (object: PdfObject | undefined) => resolve(document, object))
    const opened = new Font(new Face(new Blob(decoded(program))))
    const map = entryOf(document, descendant, 'CIDToGIDMap')
    const glyphs = isStream(map) ? decoded(map) : undefined
    return (code) => {
      const [high, low] = glyphs
        ? [glyphs[code * 2] ?? 0, glyphs[code * 2 + 1] ?? 0]
        : [code >> 8, code & 0xff]
      return outlineOf(opened, high * 256 + low)
    }
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return undefined
    throw error
  }
}

const hasProgram = (document: PdfDocument, descendant: PdfDict, key: string): boolean => {
  const descriptor = dictEntry(document, descendant, 'FontDescriptor')
  return descriptor !== undefined && isStream(entryOf(document, descriptor, key))
}
