import { addDrawing, remembered } from '../appearance/appearance-stream.ts'
import type { AppearanceFrame } from '../appearance/appearance-stream.ts'
import { drawLine, text } from '../appearance/draw-line.ts'
import type { FontFile } from '../appearance/font-face.ts'
import { shapeLine } from '../appearance/shape-line.ts'
import type { SharedFont, SharedResources } from '../appearance/shared-resources.ts'
import { PdfError } from '../pdf-error.ts'
import type { PdfRef } from '../reader/objects.ts'
import { drawFrame, fillColour } from './characteristics.ts'
import type { Characteristics } from './characteristics.ts'
import type { DefaultAppearance } from './default-appearance.ts'
import { setText } from './set-text.ts'
import type { Setting } from './set-text.ts'

/** How a field draws its text. */
export interface FieldStyle extends Omit<Setting, 'size'>, DefaultAppearance {
  readonly characteristics: Characteristics
}

/** Between the text and the border, in points; less where the field is small. */
const PADDING = 2

/**
 * Adds the appearance of a text field or dropdown that shows a value (ISO 32000-2 §12.7.4.3), and tells which characters
 * no font has. Throws `font_invalid`.
 */
export function addTextAppearance(
  shared: SharedResources,
  frame: AppearanceFrame,
  value: string,
  style: FieldStyle,
  fonts: readonly FontFile[],
): { ref: PdfRef; missing: readonly string[] } {
  if (value.trim() !== '' && fonts.length === 0)
    throw new PdfError('font_invalid', 'There is no font to draw with')
  const shape = remembered((line, direction) => shapeLine(line, fonts, direction))
  const { width: border } = style.characteristics
  const isComb = style.cells !== undefined
  const [side, above] = [
    isComb ? 0 : Math.min(border + PADDING, frame.width * 0.1),
    Math.min(border + PADDING / 2, frame.height * 0.08),
  ]
  const area = { x: side, y: above, width: frame.width - 2 * side, height: frame.height - 2 * above }
  const lines = fonts.length > 0 ? setText(area, value, style, shape) : []
  const used = new Set<SharedFont>()
  const drawn = lines.map((line) => drawLine(line, fillColour(style.colour), shared, used))
  const content = [
    drawFrame(style.characteristics, frame, style.cells),
    '/Tx BMC\n',
    drawn.length > 0 ? `q 0 0 ${text(frame.width)} ${text(frame.height)} re W n\n${drawn.join('')}Q\n` : '',
    'EMC\n',
  ].join('')
  const ref = addDrawing(shared, frame, content, { fonts: used })
  return { ref, missing: [...new Set(lines.flatMap(({ line }) => line.missing))] }
}
