import zlib from 'node:zlib'
import { archivalPart } from '../inspection/archival-part.ts'
import { bytesString, dict, name, stream } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { add, replace } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import type { OpenFont } from './font-face.ts'
import { subsetFont } from './harfbuzz-subset.ts'

const SYMBOLIC = 4 // ISO 32000-2 Table 121

/**
 * Embeds the glyphs in use as a composite font (ISO 32000-2 §9.7): two-byte glyph numbers, widths, and what characters
 * they stand for, so that the text can be searched and read aloud. `target` becomes the font.
 */
export function embedFont(
  revision: Revision,
  target: PdfRef,
  font: OpenFont,
  glyphs: ReadonlyMap<number, string>,
): void {
  const subset = subsetFont(font.bytes, [0, ...glyphs.keys()])
  const baseName = name(`${subsetTag(glyphs)}+${font.file.name.replace(/[^A-Za-z0-9-]/g, '') || 'Font'}`)
  const isTrueType = font.outlines === 'truetype'
  const fontFile = add(revision, fontFileStream(subset, isTrueType))
  const descriptor = add(
    revision,
    dict({
      Type: name('FontDescriptor'),
      FontName: baseName,
      Flags: SYMBOLIC,
      FontBBox: font.metrics.box.map(Math.round),
      ItalicAngle: 0,
      Ascent: Math.round(font.metrics.ascent),
      Descent: Math.round(font.metrics.descent),
      CapHeight: Math.round(font.metrics.ascent),
      StemV: 80,
      [isTrueType ? 'FontFile2' : 'FontFile3']: fontFile,
      ...(archivalPart(revision.document) === 1 ? { CIDSet: add(revision, glyphSet(glyphs)) } : {}),
    }),
  )
  const descendant = dict({
    Type: name('Font'),
    Subtype: name(isTrueType ? 'CIDFontType2' : 'CIDFontType0'),
    BaseFont: baseName,
    CIDSystemInfo: dict({
      Registry: bytesString(Buffer.from('Adobe')),
      Ordering: bytesString(Buffer.from('Identity')),
      Supplement: 0,
    }),
    FontDescriptor: descriptor,
    DW: 1000,
    W: widths(font, glyphs),
  })
  if (isTrueType) descendant.entries.set('CIDToGIDMap', name('Identity'))
  replace(
    revision,
    target,
    dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: baseName,
      Encoding: name('Identity-H'),
      DescendantFonts: [add(revision, descendant)],
      ToUnicode: add(revision, compressed({}, Buffer.from(toUnicode(glyphs), 'latin1'))),
    }),
  )
}

/** A bit for each glyph that is in the subset, from the highest of the first byte on (ISO 19005-1 §6.3.5). */
function glyphSet(glyphs: ReadonlyMap<number, string>): PdfObject {
  const bits = new Uint8Array((Math.max(0, ...glyphs.keys()) >> 3) + 1)
  for (const glyph of [0, ...glyphs.keys()])
    bits[glyph >> 3] = (bits[glyph >> 3] ?? 0) | (0x80 >> (glyph & 7))
  return compressed({}, bits)
}

function fontFileStream(subset: Uint8Array, isTrueType: boolean): PdfObject {
  return compressed(isTrueType ? { Length1: subset.length } : { Subtype: name('OpenType') }, subset)
}

/** A window as large as the data does: getting the usual one ready takes longer than to compress a line of text. */
const small = { length: 4096, options: { windowBits: 12, memLevel: 5 } } as const

export function compressed(entries: Record<string, PdfObject>, data: Uint8Array): PdfObject {
  const deflated = zlib.deflateSync(data, data.length < small.length ? small.options : {})
  return stream({ ...entries, Filter: name('FlateDecode') }, deflated)
}

/** Six letters that tell this subset from others of the font (ISO 32000-2 §9.9.2). */
function subsetTag(glyphs: ReadonlyMap<number, string>): string {
  let hash = 7
  for (const glyph of glyphs.keys()) hash = (hash * 31 + glyph) % 26 ** 6
  return Array.from({ length: 6 }, (_, i) =>
    String.fromCharCode(65 + (Math.floor(hash / 26 ** i) % 26)),
  ).join('')
}

function widths(font: OpenFont, glyphs: ReadonlyMap<number, string>): PdfObject[] {
  return [0, ...glyphs.keys()]
    .sort((a, b) => a - b)
    .flatMap((glyph) => [glyph, [Math.round(font.advance(glyph) * 100) / 100]])
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

function toUnicode(glyphs: ReadonlyMap<number, string>): string {
  const lines = [...glyphs]
    .filter(([glyph, text]) => glyph !== 0 && text !== '')
    .map(([glyph, text]) => `<${hex4(glyph)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`)
  const blocks: string[] = []
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}
