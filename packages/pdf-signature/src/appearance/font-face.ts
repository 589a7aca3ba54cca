import { Blob, Face, Font } from 'harfbuzzjs'
import { PdfError } from '../pdf-error.ts'
import { instantiateRegular } from './harfbuzz-subset.ts'

/** A font file as the caller holds it: TrueType or OpenType, static or variable. Keep the object: what is read of it is cached with it. */
export interface FontFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether the font may have the character, so that a long list of fonts need not all be opened; undefined means perhaps. */
  readonly covers?: (codePoint: number) => boolean
}

/** A font opened for shaping and embedding. */
export interface OpenFont {
  readonly file: FontFile
  /** The static font: the file itself, or its regular instance. */
  readonly bytes: Uint8Array
  readonly font: Font
  readonly unitsPerEm: number
  readonly characters: ReadonlySet<number>
  readonly outlines: 'truetype' | 'cff'
  readonly glyphCount: number
  /** In thousandths of the em, as PDF wants them. */
  readonly metrics: FontMetrics
  readonly advance: (glyph: number) => number
}

export interface FontMetrics {
  readonly ascent: number
  readonly descent: number
  readonly box: readonly [number, number, number, number]
}

const opened = new WeakMap<FontFile, OpenFont>()

/** Opens a font once. Throws `font_invalid` for bytes that are none. */
export function openFont(file: FontFile): OpenFont {
  const known = opened.get(file)
  if (known) return known
  const read = readFont(file)
  opened.set(file, read)
  return read
}

function readFont(file: FontFile): OpenFont {
  const given = new Face(new Blob(file.bytes))
  const axes = Object.keys(given.getAxisInfos())
  const bytes = axes.length > 0 ? instantiateRegular(file.bytes, axes.includes('wght')) : file.bytes
  const face = bytes === file.bytes ? given : new Face(new Blob(bytes))
  const head = table(face, 'head', 54)
  const maxp = table(face, 'maxp', 6)
  const hhea = table(face, 'hhea', 36)
  const metrics = table(face, 'hmtx', 4)
  const unitsPerEm = head.getUint16(18)
  if (unitsPerEm === 0) throw new PdfError('font_invalid', `The font ${file.name} has no units`)
  const scale = 1000 / unitsPerEm
  const count = hhea.getUint16(34)
  const outlines = face.referenceTable('glyf') ? 'truetype' : 'cff'
  if (outlines === 'cff' && !face.referenceTable('CFF ')) {
    throw new PdfError('font_invalid', `The font ${file.name} has no outlines that PDF can embed`)
  }
  return {
    file,
    bytes,
    font: new Font(face),
    unitsPerEm,
    characters: new Set(face.collectUnicodes()),
    outlines,
    glyphCount: maxp.getUint16(4),
    metrics: {
      ascent: hhea.getInt16(4) * scale,
      descent: hhea.getInt16(6) * scale,
      box: [
        head.getInt16(36) * scale,
        head.getInt16(38) * scale,
        head.getInt16(40) * scale,
        head.getInt16(42) * scale,
      ],
    },
    advance: (glyph) => {
      const at = Math.min(glyph, count - 1) * 4
      return at >= 0 && at + 2 <= metrics.byteLength ? metrics.getUint16(at) * scale : 0
    },
  }
}

function table(face: Face, name: string, length: number): DataView {
  const bytes = face.referenceTable(name)
  if (!bytes || bytes.length < length) throw new PdfError('font_invalid', `The font has no table ${name}`)
  const copy = Uint8Array.from(bytes) // the original lies in memory that may move
  return new DataView(copy.buffer)
}
