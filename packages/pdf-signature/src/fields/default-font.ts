import type { FontFile } from '../appearance/font-face.ts'
import { shapeLine } from '../appearance/shape-line.ts'
import { useGlyph } from '../appearance/shared-resources.ts'
import type { SharedResources } from '../appearance/shared-resources.ts'
import { archivalPart } from '../inspection/archival-part.ts'
import { dictEntry } from '../reader/document.ts'
import { dict, name } from '../reader/objects.ts'
import type { PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import { formOf } from './field-attributes.ts'

const HELVETICA = 'Helv'
const EMBEDDED = 'Text'
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/**
 * The font that the default appearance of a new field names, and which must be in the form's resources (ISO 32000-2
 * §12.7.4.3): viewers take it where they draw a value themselves. PDF/A has embedded fonts only.
 */
export function defaultFont(
  shared: SharedResources,
  fonts: readonly FontFile[],
): { readonly name: string; readonly ref?: PdfRef } {
  const { document } = shared.revision
  const form = formOf(document)
  const resources = form && dictEntry(document, form, 'DR')
  const held = resources && dictEntry(document, resources, 'Font')
  if (archivalPart(document) !== undefined && fonts.length > 0)
    return embedded(shared, fonts) ?? { name: HELVETICA }
  if (held?.entries.has(HELVETICA)) return { name: HELVETICA }
  const font = { Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }
  return { name: HELVETICA, ref: add(shared.revision, dict({ ...font, Encoding: name('WinAnsiEncoding') })) }
}

function embedded(
  shared: SharedResources,
  fonts: readonly FontFile[],
): { readonly name: string; readonly ref: PdfRef } | undefined {
  const used = shapeLine(printable, fonts).glyphs.map((placed) => useGlyph(shared, placed).font)
  return used[0] && { name: EMBEDDED, ref: used[0].ref }
}
