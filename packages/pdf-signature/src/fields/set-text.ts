import { LEADING } from '../appearance/fit-text.ts'
import type { DrawnLine } from '../appearance/draw-line.ts'
import { directionRuns } from '../appearance/bidi.ts'
import type { Shape, ShapedLine } from '../appearance/shape-line.ts'
import { measure, runTogether } from '../appearance/wrap-text.ts'
import type { Row } from '../appearance/wrap-text.ts'

/** The part of a field that its text is set in, in points from the lower left corner. */
export interface TextArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How text is set in a field. */
export interface Setting {
  /** In points; 0 for as large as fits. */
  readonly size: number
  readonly alignment: 'left' | 'center' | 'right'
  readonly multiline: boolean
  /** Number of cells of a comb. */
  readonly cells?: number
}

/** As large as text gets where the field leaves its size open. */
const LARGEST = 12
const SMALLEST = 2
/** The height of a line that has a field for itself, for its size: what letters take, without the room between lines. */
const ALONE = 1.1
/** Of the size: how far the letters stand above the bottom of their line. */
const BASE = 0.3

/** Sets the text so that all of it is seen: what would not fit at the size stated is set smaller. */
export function setText(area: TextArea, value: string, setting: Setting, shape: Shape): DrawnLine[] {
  if (value === '' || area.width <= 0 || area.height <= 0) return []
  if (setting.cells !== undefined) return [setComb(area, value, { ...setting, cells: setting.cells }, shape)]
  return setting.multiline ? setLines(area, value, setting, shape) : [setLine(area, value, setting, shape)]
}

function setLine(area: TextArea, value: string, { size, alignment }: Setting, shape: Shape): DrawnLine {
  const line = shape(value)
  const widest = line.width > 0 ? (area.width * 1000) / line.width : LARGEST
  const own = Math.min(size > 0 ? size : LARGEST, widest, area.height / ALONE)
  return { line, size: own, x: startOf(area, line, own, alignment), y: middle(area, own) }
}

const middle = (area: TextArea, size: number): number =>
  area.y + (area.height - size * LEADING) / 2 + size * BASE

function startOf(area: TextArea, line: ShapedLine, size: number, alignment: Setting['alignment']): number {
  const left = area.width - (line.width * size) / 1000
  return area.x + (alignment === 'left' ? 0 : alignment === 'center' ? left / 2 : left)
}

/** Paragraphs from the top, each wrapped, at the largest size at which all of them fit. */
function setLines(area: TextArea, value: string, { size, alignment }: Setting, shape: Shape): DrawnLine[] {
  const paragraphs = value.split('\n').map((paragraph) => measure(paragraph.trim(), shape))
  const gaps = { between: 0, space: shape(' ').width }
  const rowsAt = (own: number): Pick<Row, 'text' | 'direction'>[] =>
    paragraphs.flatMap((paragraph): readonly Pick<Row, 'text' | 'direction'>[] =>
      paragraph.text === '' ? [paragraph] : runTogether([paragraph], (area.width * 1000) / own, gaps),
    )
  const fits = (own: number): boolean => rowsAt(own).length * own * LEADING <= area.height
  let [fitting, tooLarge] = [SMALLEST, size > 0 ? size : LARGEST]
  if (fits(tooLarge)) fitting = tooLarge
  while (tooLarge / fitting > 1.02) {
    const tried = Math.sqrt(fitting * tooLarge)
    if (fits(tried)) fitting = tried
    else tooLarge = tried
  }
  const rows = rowsAt(fitting)
  // What does not fit at the smallest size that can be drawn is drawn smaller still: nothing signed is cut off.
  const step = Math.min(fitting * LEADING, area.height / rows.length)
  const own = step / LEADING
  return rows.flatMap(({ text, direction }, index): DrawnLine[] => {
    if (text === '') return []
    const line = shape(text, direction)
    const fitted = line.width > 0 ? Math.min(own, (area.width * 1000) / line.width) : own
    const y = area.y + area.height - step * (index + 1) + own * BASE
    return [{ line, size: fitted, x: startOf(area, line, fitted, alignment), y }]
  })
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** One character to a cell (ISO 32000-2 Table 231, Comb), in the order in which they are read from the left. */
function setComb(
  area: TextArea,
  value: string,
  { size, alignment, cells }: Setting & { readonly cells: number },
  shape: Shape,
): DrawnLine {
  const characters = directionRuns(value.replaceAll('\n', ' ')).flatMap(({ text, rightToLeft }) => {
    const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
    return rightToLeft ? parts.toReversed() : parts
  })
  const shaped = characters.map((character) => shape(character))
  const cell = area.width / Math.max(cells, characters.length)
  const widest = Math.max(...shaped.map(({ width }) => width), 1)
  const own = Math.min(size > 0 ? size : LARGEST, area.height / ALONE, (cell * 1000) / widest)
  const free = Math.max(0, cells - characters.length)
  const first = alignment === 'left' ? 0 : alignment === 'center' ? Math.floor(free / 2) : free
  const em = 1000 / own
  const glyphs = shaped.flatMap((part, index) => {
    const start = (first + index) * cell * em + (cell * em - part.width) / 2
    return part.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + start }))
  })
  const whole = shape(value)
  const line: ShapedLine = { ...whole, glyphs, width: area.width * em }
  return { line, size: own, x: area.x, y: middle(area, own) }
}
