import type { Shape, ShapedLine } from './shape-line.ts'
import { between, measure, type Row, runTogether } from './wrap-text.ts'

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A line and the size it is set in, in points. */
export interface FittedLine {
  readonly line: ShapedLine
  readonly size: number
  /** The first paragraph, or a piece of it. */
  readonly isName: boolean
}

export interface FittedText {
  readonly lines: readonly FittedLine[]
  readonly height: number
  /** Of all but the name. */
  readonly size: number
  /** 1 where each text has a line of its own; less where several share one, least where one is broken. */
  readonly order: number
}

/** How large letters are at most, and how much larger than the rest the name is. */
export interface TextStyle {
  readonly largest: number
  readonly name: number
}

/** The height of a line for its size: room for marks above and below in any script. */
export const LEADING = 1.28
/** In points: what is larger stays on a line of its own; what would be smaller is wrapped if that makes up for it. */
const LEGIBLE = 7
const SHARED = 0.92
const BROKEN = 0.65

/**
 * Sets texts as large as the area allows: each on a line of its own, or where that is hard to read, wrapped, or all but
 * the name run together. The lines never take more than the area.
 */
export function fitText(area: Area, texts: readonly string[], shape: Shape, style: TextStyle): FittedText {
  const stacked = fitLines(area, texts, shape, style)
  if (texts.length === 0 || stacked.size >= LEGIBLE) return stacked
  const [name = '', ...rest] = texts
  const apart = texts.map((text) => [text])
  let best = stacked
  for (const paragraphs of [apart, [[name], rest]]) {
    const wrapped = wrapText(area, paragraphs, shape, style)
    if (wrapped && worthOf(wrapped) > worthOf(best)) best = wrapped
  }
  return best
}

/** How well it reads: up to 1, and soon little where it is small. */
export function worthOf({ size, order }: FittedText): number {
  return order * Math.min(1, size / LEGIBLE) ** 1.5
}

/** One line a text: the name larger, all others of one size; what would be too long makes its own kind smaller. */
function fitLines(area: Area, texts: readonly string[], shape: Shape, style: TextStyle): FittedText {
  const [first, ...rest] = texts.map((text) => shape(text))
  if (!first) return { lines: [], height: 0, size: style.largest, order: 1 }
  const height = Math.min(style.largest, area.height / LEADING / (style.name + rest.length))
  const nameSize = Math.min(height * style.name, widestSize(area, [first]))
  const size = Math.min(height, nameSize, widestSize(area, rest))
  return {
    lines: [
      { line: first, size: nameSize, isName: true },
      ...rest.map((line) => ({ line, size, isName: false })),
    ],
    height: (nameSize + size * rest.length) * LEADING,
    size,
    order: 1,
  }
}

/** The largest size at which none of the lines is wider than the area. */
function widestSize(area: Area, lines: readonly ShapedLine[]): number {
  return Math.min(...lines.map(({ width }) => (width > 0 ? (area.width * 1000) / width : Infinity)))
}

/** The largest size, near enough, at which the wrapped paragraphs fit. */
function wrapText(
  area: Area,
  paragraphs: readonly (readonly string[])[],
  shape: Shape,
  style: TextStyle,
): FittedText | undefined {
  const measured = paragraphs.map((texts) => texts.map((text) => measure(text, shape)))
  const gaps = { between: shape(between).width, space: shape(' ').width }
  const rowsAt = (size: number): SizedRow[] =>
    measured.flatMap((texts, index) => {
      const own = index === 0 ? size * style.name : size
      return runTogether(texts, (area.width * 1000) / own, gaps).map((row) => ({
        ...row,
        size: own,
        isName: index === 0,
      }))
    })
  const heightOf = (rows: readonly SizedRow[]) => rows.reduce((sum, row) => sum + row.size * LEADING, 0)
  let [fitting, tooLarge] = [1, style.largest]
  if (heightOf(rowsAt(tooLarge)) <= area.height) fitting = tooLarge
  else if (heightOf(rowsAt(fitting)) > area.height) return undefined
  while (tooLarge / fitting > 1.03) {
    const size = Math.sqrt(fitting * tooLarge)
    if (heightOf(rowsAt(size)) <= area.height) fitting = size
    else tooLarge = size
  }
  const rows = rowsAt(fitting)
  const lines = rows.map((row) => {
    const line = shape(row.text, row.direction)
    return { line, size: Math.min(row.size, widestSize(area, [line])), isName: row.isName }
  })
  const size = Math.min(...lines.map((line) => line.size))
  return { lines, height: heightOf(rows), size, order: rows.some((row) => row.isPiece) ? BROKEN : SHARED }
}

interface SizedRow extends Row {
  readonly size: number
  readonly isName: boolean
}
