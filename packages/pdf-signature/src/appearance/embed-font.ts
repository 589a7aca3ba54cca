import zlib from 'node:zlib'
import { archivalPart, requiresUnicode } from '../inspection/archival-part.ts'
import { bytesString, dict, name, stream } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { add, replace } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import type { FontCode, FontCodes } from './font-codes.ts'
import type { OpenFont } from './font-face.ts'
import { subsetFont } from './harfbuzz-subset.ts'

const SYMBOLIC = 4 // ISO 32000-2 Table 121

/**
 * Embeds the glyphs in use as a composite font (ISO 32000-2 §9.7): two-byte codes, the glyphs and widths of these, and what
 * characters they stand for, so that the text can be searched and read aloud. `target` becomes the font.
 */
export function embedFont(
  revision: Revision,
  target: PdfRef,
  font: OpenFont,
  { byCode: codes }: FontCodes,
): void {
  const glyphs = new Set([...codes.values()].map(({ glyph }) => glyph))
  const subset = subsetFont(font.bytes, [0, ...glyphs])
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
      ...(archivalPart(revision.document) === 1 ? { CIDSet: add(revision, codeSet(codes)) } : {}),
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
    W: widths(font, codes),
  })
  if (isTrueType) descendant.entries.set('CIDToGIDMap', glyphsOf(revision, codes))
  replace(
    revision,
    target,
    dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: baseName,
      Encoding: name('Identity-H'),
      DescendantFonts: [add(revision, descendant)],
      ToUnicode: add(
        revision,
        compressed({}, Buffer.from(toUnicode(codes, requiresUnicode(revision.document)), 'latin1')),
      ),
    }),
  )
}

type Codes = ReadonlyMap<number, FontCode>

/** A bit for each code that is in the subset, from the highest of the first byte on (ISO 19005-1 §6.3.5). */
function codeSet(codes: Codes): PdfObject {
  const bits = new Uint8Array((Math.max(0, ...codes.keys()) >> 3) + 1)
  for (const code of [0, ...codes.keys()]) bits[code >> 3] = (bits[code >> 3] ?? 0) | (0x80 >> (code & 7))
  return compressed({}, bits)
}

/** The glyph of each code, in two bytes (ISO 32000-2 Table 115); a name where each code is its glyph's number. */
function glyphsOf(revision: Revision, codes: Codes): PdfObject {
  if ([...codes].every(([code, { glyph }]) => code === glyph)) return name('Identity')
  const map = Buffer.alloc((Math.max(...codes.keys()) + 1) * 2)
  for (const [code, { glyph }] of codes) map.writeUInt16BE(glyph, code * 2)
  return add(revision, compressed({}, map))
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
function subsetTag(glyphs: ReadonlySet<number>): string {
  let hash = 7
  for (const glyph of glyphs) hash = (hash * 31 + glyph) % 26 ** 6
  return Array.from({ length: 6 }, (_, i) =>
    String.fromCharCode(65 + (Math.floor(hash / 26 ** i) % 26)),
  ).join('')
}

function widths(font: OpenFont, codes: Codes): PdfObject[] {
  return [0, ...codes.keys()]
    .sort((a, b) => a - b)
    .flatMap((code) => [code, [Math.round(font.advance(codes.get(code)?.glyph ?? code) * 100) / 100]])
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** A mark or a part of a letter has no text of its own: where each glyph needs one, it is a space without a width. */
const noText = '\u200b'

function toUnicode(codes: Codes, isForAll: boolean): string {
  const lines = [...codes]
    .map(([code, { glyph, text }]) => ({ code, glyph, text: text === '' && isForAll ? noText : text }))
    .filter(({ glyph, text }) => glyph !== 0 && text !== '')
    .map(({ code, text }) => `<${hex4(code)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`)
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
