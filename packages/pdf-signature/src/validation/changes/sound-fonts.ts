import { embeddedOutlines } from '../../appearance/embedded-outlines.ts'
import type { FontFile } from '../../appearance/font-face.ts'
import { knownOutlines } from '../../appearance/known-outlines.ts'
import { formOf } from '../../fields/field-attributes.ts'
import type { DrawnGlyph } from '../../inspection/drawn-glyphs.ts'
import { isViewersText } from '../../inspection/viewer-fonts.ts'
import { dictEntry, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict, isRef } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'
import type { Comparison } from './comparison.ts'
import { sameObject } from './references.ts'
import { appearancesOf } from './shown-values.ts'

/** Fonts, as resources name them, that a signed revision has for what is filled into a field. */
export type SignedFonts = readonly PdfObject[]

/** Those of the form (ISO 32000-2 §12.7.3, /DR), and those that the field's own appearance had. */
export function signedFonts(before: PdfDocument, field: FormField): SignedFonts {
  const form = formOf(before)
  const drawings = field.widgets.flatMap(({ dict }) => appearancesOf(before, dict))
  const resources = [
    form && dictEntry(before, form, 'DR'),
    ...drawings.map(({ dict }) => dictEntry(before, dict, 'Resources')),
  ]
  return resources.flatMap((one) => [...((one && dictEntry(before, one, 'Font'))?.entries.values() ?? [])])
}

/**
 * Whether the glyphs of a value are known to be what they stand for. A font says so itself, and one that came after the signature
 * could say that of any outlines. So it counts only where the signed revision had it for this, where viewers draw it with letters of
 * their own, or where its outlines are those of a font that is known here.
 */
export function haveKnownGlyphs(
  { after, changed, fonts: known }: Comparison,
  glyphs: readonly DrawnGlyph[],
  texts: readonly string[],
  signed: SignedFonts,
): boolean {
  const others = new Map<PdfObject, DrawnGlyph[]>()
  for (const glyph of glyphs) {
    const isSigned = isRef(glyph.font)
      ? !changed.has(glyph.font.num) && signed.some((one) => sameObject(one, glyph.font))
      : signed.some((one) => isDict(one) && sameObject(one, glyph.font))
    // A code that stands for nothing may draw anything beside a letter.
    if (!isSigned || glyph.text === '') others.set(glyph.font, [...(others.get(glyph.font) ?? []), glyph])
  }
  return [...others].every(([font, drawn]) => {
    const dict = resolve(after, font)
    if (!isDict(dict)) return false
    if (isViewersText(after, dict)) return drawn.every(({ text }) => text !== '')
    return areOutlinesKnown(after, dict, drawn, texts, known)
  })
}

function areOutlinesKnown(
  document: PdfDocument,
  font: Parameters<typeof embeddedOutlines>[1],
  glyphs: readonly DrawnGlyph[],
  texts: readonly string[],
  files: readonly FontFile[],
): boolean {
  if (files.length === 0) return false
  const outlineOf = embeddedOutlines(document, font)
  if (!outlineOf) return false
  const known = knownOutlines(texts, files)
  return glyphs.every(({ text, code }) => known.has(`${text} ${outlineOf(code)}`))
}
