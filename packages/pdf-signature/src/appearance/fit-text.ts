import type { ShapedLine } from './shape-line.ts'

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Shape = (text: string) => ShapedLine

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
  const [first, ...rest] = texts.map(shape)
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

/** The largest size, by steps of 4 %, at which the wrapped paragraphs fit. */
function wrapText(
  area: Area,
  paragraphs: readonly (readonly string[])[],
  shape: Shape,
  style: TextStyle,
): FittedText | undefined {
  for (let size = style.largest; size > 1; size *= 0.96) {
    const rows = paragraphs.flatMap((texts, index) => {
      const own = index === 0 ? size * style.name : size
      return runTogether(texts, (area.width * 1000) / own, shape).map((row) => ({
        row,
        own,
        isName: index === 0,
      }))
    })
    const isBroken = paragraphs.flat().some((text) => !rows.some(({ row }) => row.includes(text)))
    const height = rows.reduce((sum, { own }) => sum + own * LEADING, 0)
    if (height > area.height) continue
    const lines = rows.map(({ row, own, isName }) => {
      const line = shape(row)
      return { line, size: Math.min(own, widestSize(area, [line])), isName }
    })
    return {
      lines,
      height,
      size: Math.min(...lines.map((line) => line.size)),
      order: isBroken ? BROKEN : SHARED,
    }
  }
  return undefined
}

const between = ' · '

/** As many of the texts on a row as it takes; one that is longer than a row is wrapped by itself. */
function runTogether(texts: readonly string[], room: number, shape: Shape): string[] {
  const gap = shape(between).width
  const rows: string[] = []
  let free = 0
  for (const text of texts) {
    const { width } = shape(text)
    const wrapped = width <= room ? [text] : wrap(text, room, shape)
    const last = rows.length - 1
    // One that runs from right to left would take what stands beside it along.
    const turns = shape(text).hasRightToLeft || shape(rows[last] ?? '').hasRightToLeft
    if (rows.length > 0 && !turns && wrapped.length === 1 && gap + width <= free) rows[last] += between + text
    else rows.push(...wrapped)
    free =
      wrapped.length === 1 && rows.length - 1 === last
        ? free - gap - width
        : room - shape(rows.at(-1) ?? '').width
  }
  return rows
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Breaks between words, and within a word that is longer than a line. `room` is in thousandths of the em. */
function wrap(text: string, room: number, shape: Shape): string[] {
  const space = shape(' ').width
  const rows: string[] = []
  let [row, used] = ['', 0]
  const put = (piece: string, width: number, gap: number) => {
    if (row !== '' && used + gap + width > room) {
      rows.push(row)
      ;[row, used] = [piece, width]
    } else {
      row += (row !== '' && gap > 0 ? ' ' : '') + piece
      used += (used > 0 ? gap : 0) + width
    }
  }
  for (const word of text.split(/\s+/u)) {
    const { width } = shape(word)
    if (width <= room) put(word, width, space)
    else
      [...graphemes.segment(word)].forEach(({ segment }, index) =>
        put(segment, shape(segment).width, index === 0 ? space : 0),
      )
  }
  return row === '' ? rows : [...rows, row]
}
