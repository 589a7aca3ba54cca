import { PdfError } from '../pdf-error.ts'
import { dict, name } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import type { Revision } from '../writer/revision.ts'
import { numberText } from '../writer/serialise.ts'
import { compressed, embedFont } from './embed-font.ts'
import { embedImage, standardRgb } from './embed-image.ts'
import type { FontFile, OpenFont } from './font-face.ts'
import { arrange } from './layout.ts'
import type { PlacedImage, PlacedLine } from './layout.ts'
import type { Shape } from './shape-line.ts'
import { shapeLine } from './shape-line.ts'
import type { ShapedLine } from './shape-line.ts'

/** What a visible signature shows. */
export interface Appearance {
  /** PNG or JPEG. */
  readonly image?: Uint8Array
  /** Top to bottom; the first, the name, is the largest. */
  readonly lines: readonly string[]
  /** In order of preference; each character is drawn with the first font that has it. */
  readonly fonts: readonly FontFile[]
}

/** The size in points as displayed, and how far the content is turned against the page, counterclockwise. */
export interface AppearanceFrame {
  readonly width: number
  readonly height: number
  readonly turn: 0 | 90 | 180 | 270
}

// ISO 32000-2 §12.5.5: the viewer fits the turned box into the widget's rectangle.
const matrices = {
  0: undefined,
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
} as const

/**
 * Adds the appearance to the revision, everything it needs embedded (so that PDF/A stays PDF/A), and tells which
 * characters no font has: they are drawn as the first font's box. Throws `image_invalid`, `font_invalid`.
 */
export function addAppearance(
  revision: Revision,
  frame: AppearanceFrame,
  appearance: Appearance,
): { ref: PdfRef; missing: string[] } {
  const texts = appearance.lines.filter((line) => line.trim() !== '')
  if (texts.length > 0 && appearance.fonts.length === 0)
    throw new PdfError('font_invalid', 'There is no font to draw with')
  const shape = remembered((line) => shapeLine(line, appearance.fonts))
  const image = appearance.image && embedImage(revision, appearance.image)
  const layout = arrange(frame, image, texts, shape)
  const { fontNames, resources } = embedFonts(revision, layout.lines)
  const content = [
    layout.image ? drawImage(layout.image) : '',
    ...layout.lines.map((line) => drawLine(line, fontNames)),
  ].join('')
  const matrix = matrices[frame.turn]
  const entries: Record<string, PdfObject> = {
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [0, 0, rounded(frame.width), rounded(frame.height)],
    ...(matrix ? { Matrix: [...matrix] } : {}),
    Resources: dict({
      ColorSpace: dict({ C: standardRgb() }),
      ...(image ? { XObject: dict({ I: image.ref }) } : {}),
      ...(resources ? { Font: resources } : {}),
    }),
  }
  const ref = add(revision, compressed(entries, Buffer.from(content, 'latin1')))
  return { ref, missing: [...new Set(texts.flatMap((line) => shape(line).missing))] }
}

/** The same text is measured for one arrangement after the other. */
function remembered(shape: Shape): Shape {
  const known = new Map<string, ShapedLine>()
  return (line) => {
    const shaped = known.get(line) ?? shape(line)
    known.set(line, shaped)
    return shaped
  }
}

function embedFonts(revision: Revision, lines: readonly PlacedLine[]) {
  const used = new Map<OpenFont, Map<number, string>>()
  for (const { glyph, font, text } of lines.flatMap(({ line }) => line.glyphs)) {
    const glyphs = used.get(font) ?? new Map<number, string>()
    if (!glyphs.get(glyph)) glyphs.set(glyph, text)
    used.set(font, glyphs)
  }
  const fontNames = new Map<OpenFont, string>()
  const resources = dict()
  for (const [font, glyphs] of used) {
    const label = `F${fontNames.size + 1}`
    fontNames.set(font, label)
    resources.entries.set(label, embedFont(revision, font, glyphs))
  }
  return { fontNames, resources: used.size > 0 ? resources : undefined }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
const text = (value: number): string => numberText(rounded(value))

function drawImage({ x, y, width, height }: PlacedImage): string {
  return `q ${text(width)} 0 0 ${text(height)} ${text(x)} ${text(y)} cm /I Do Q\n`
}

/**
 * Each glyph is put where shaping placed it. /ActualText keeps the line whole for search and for reading aloud; not
 * where it runs from right to left, because readers turn that round by themselves, and some would do it twice.
 */
function drawLine(
  { line, x, y, size, isName }: PlacedLine,
  fontNames: ReadonlyMap<OpenFont, string>,
): string {
  const actual = Buffer.from(`\ufeff${line.text}`, 'utf16le').swap16().toString('hex')
  let current = ''
  const glyphs = line.glyphs.map(({ font, glyph, x: offset, y: rise }) => {
    const label = fontNames.get(font) ?? ''
    const select = label === current ? '' : `/${label} ${text(size)} Tf `
    current = label
    const [left, base] = [x + (offset * size) / 1000, y + (rise * size) / 1000]
    return `${select}1 0 0 1 ${text(left)} ${text(base)} Tm <${glyph.toString(16).padStart(4, '0')}> Tj\n`
  })
  const drawn = `BT /C cs ${isName ? '0.1 0.1 0.14' : '0.27 0.27 0.33'} sc\n${glyphs.join('')}ET\n`
  return line.hasRightToLeft ? drawn : `/Span <</ActualText <${actual}>>> BDC\n${drawn}EMC\n`
}
