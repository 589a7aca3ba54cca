import { PdfError } from '../pdf-error.ts'
import { dict, name, stream } from '../reader/objects.ts'
import type { PdfObject, PdfRef } from '../reader/objects.ts'
import { add } from '../writer/revision.ts'
import { drawLine, rounded, text } from './draw-line.ts'
import { compressed } from './embed-font.ts'
import { standardRgb } from './embed-image.ts'
import type { EmbeddedImage } from './embed-image.ts'
import type { FontFile } from './font-face.ts'
import { arrange } from './layout.ts'
import type { PlacedImage } from './layout.ts'
import type { Shape } from './shape-line.ts'
import { shapeLine } from './shape-line.ts'
import type { ShapedLine } from './shape-line.ts'
import { useImage } from './shared-resources.ts'
import type { SharedFont, SharedResources } from './shared-resources.ts'

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
  shared: SharedResources,
  frame: AppearanceFrame,
  appearance: Appearance,
): { ref: PdfRef; missing: string[] } {
  const texts = appearance.lines.filter((line) => line.trim() !== '')
  if (texts.length > 0 && appearance.fonts.length === 0)
    throw new PdfError('font_invalid', 'There is no font to draw with')
  const shape = remembered((line, direction) => shapeLine(line, appearance.fonts, direction))
  const image = appearance.image && useImage(shared, appearance.image)
  const layout = arrange(frame, image, texts, shape)
  const fonts = new Set<SharedFont>()
  const content = [
    layout.image ? drawImage(layout.image) : '',
    ...layout.lines.map((line) =>
      drawLine(line, `/C cs ${line.isName ? '0.1 0.1 0.14' : '0.27 0.27 0.33'} sc`, shared, fonts),
    ),
  ].join('')
  const ref = addDrawing(shared, frame, content, { fonts, ...(image ? { image } : {}) })
  return { ref, missing: [...new Set(texts.flatMap((line) => shape(line).missing))] }
}

/** Adds a drawing as a form XObject (ISO 32000-2 §8.10); `content` may name /C, a colour space, the fonts, and /I, the picture. */
export function addDrawing(
  { revision }: SharedResources,
  frame: AppearanceFrame,
  content: string,
  { fonts, image }: { readonly fonts?: ReadonlySet<SharedFont>; readonly image?: EmbeddedImage } = {},
): PdfRef {
  const matrix = matrices[frame.turn]
  const named = [...(fonts ?? [])].map(({ label, ref }) => [label, ref] as const)
  const entries: Record<string, PdfObject> = {
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [0, 0, rounded(frame.width), rounded(frame.height)],
    ...(matrix ? { Matrix: [...matrix] } : {}),
    Resources: dict({
      ColorSpace: dict({ C: standardRgb() }),
      ...(image ? { XObject: dict({ I: image.ref }) } : {}),
      ...(named.length > 0 ? { Font: dict(Object.fromEntries(named)) } : {}),
    }),
  }
  const data = Buffer.from(content, 'latin1')
  return add(revision, data.length <= short ? stream(entries, data) : compressed(entries, data))
}

/** In bytes: a line of text. To compress it saves a few hundred bytes, and costs as much time as drawing it. */
const short = 1024

/** The same text is measured for one arrangement after the other. */
export function remembered(shape: Shape): Shape {
  const known = new Map<string, ShapedLine>()
  return (line, direction) => {
    const key = direction ? `${direction} ${line}` : ` ${line}`
    const shaped = known.get(key) ?? shape(line, direction)
    known.set(key, shaped)
    return shaped
  }
}

function drawImage({ x, y, width, height }: PlacedImage): string {
  return `q ${text(width)} 0 0 ${text(height)} ${text(x)} ${text(y)} cm /I Do Q\n`
}
