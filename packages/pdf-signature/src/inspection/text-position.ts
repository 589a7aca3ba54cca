import type { UserRect } from '../reader/page-geometry.ts'

/** ISO 32000-2 §8.3.4: a, b, c, d, e, f. */
type Matrix = readonly [number, number, number, number, number, number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]
/** No graphics states are nested deeper (ISO 32000-2 Annex C). */
const savedAtMost = 28
/** Ems that a glyph is taken to be wide, about as in ordinary text. A text of wider glyphs reaches further than that. */
const glyphWidth = 0.6

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
]

/** A point, or how far something reaches across and up. */
export type Point = readonly [number, number]

/** Where a glyph is, in the space of the drawing. */
export interface GlyphPlace {
  /** Where its baseline begins. */
  readonly from: Point
  /** Along its baseline to where the next glyph would be, were there no space between them. */
  readonly advance: Point
  /** An em along its baseline, and an em up. */
  readonly along: Point
  readonly up: Point
}

/** What of the text state moves glyphs (ISO 32000-2 §9.3). */
interface TextState {
  size: number
  leading: number
  /** After each glyph, and after each space as well. */
  spacing: number
  wordSpacing: number
  /** Of glyphs and of what is between them, across: 1 as the font has it. */
  stretch: number
  rise: number
}

const movedBy = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

/**
 * Where something is drawn (ISO 32000-2 §9.4). Whole texts are looked at as if showing one moved nothing (§9.4.4): what follows on
 * the same line is taken to start where it did. Single glyphs are where their widths put them.
 */
export class TextPosition {
  text: TextState = { size: 0, leading: 0, spacing: 0, wordSpacing: 0, stretch: 1, rise: 0 }
  #space = identity
  #line = identity
  #text = identity
  #pen = identity
  readonly #saved: { readonly space: Matrix; readonly text: TextState }[] = []

  save(): void {
    if (this.#saved.length < savedAtMost) this.#saved.push({ space: this.#space, text: { ...this.text } })
  }

  restore(): void {
    const saved = this.#saved.pop()
    if (saved) [this.#space, this.text] = [saved.space, saved.text]
  }

  transform(matrix: Matrix): void {
    this.#space = times(matrix, this.#space)
  }

  begin(matrix: Matrix = identity): void {
    this.#line = this.#text = this.#pen = matrix
  }

  nextLine(x: number, y: number): void {
    this.#line = this.#text = this.#pen = times(movedBy(x, y), this.#line)
  }

  /** Where a point of the space that holds now is in that of the drawing. */
  point(x: number, y: number): Point {
    const [, , , , across, up] = times(movedBy(x, y), this.#space)
    return [across, up]
  }

  /** By how much the space that holds now makes things larger at most. */
  get scale(): number {
    const [a, b, c, d] = this.#space
    return Math.max(Math.hypot(a, b), Math.hypot(c, d))
  }

  /** By thousandths of an em, backwards (ISO 32000-2 §9.4.3). */
  adjust(thousandths: number): void {
    const { size, stretch } = this.text
    const by = (-thousandths / 1000) * size
    this.#text = times(movedBy(by, 0), this.#text)
    this.#pen = times(movedBy(by * stretch, 0), this.#pen)
  }

  /** Where the next glyph is; `width` is in thousandths of an em. */
  placeGlyph(width: number, isSpace: boolean): GlyphPlace {
    const { size, spacing, wordSpacing, stretch, rise } = this.text
    const [a, b, c, d, x, y] = times([size * stretch, 0, 0, size, 0, rise], times(this.#pen, this.#space))
    const by = (width / 1000) * size + spacing + (isSpace ? wordSpacing : 0)
    this.#pen = times(movedBy(by * stretch, 0), this.#pen)
    const advance: Point = [(a * width) / 1000, (b * width) / 1000]
    return { from: [x, y], advance, along: [a, b], up: [c, d] }
  }

  /**
   * Whether a text of so many glyphs has no part in the rectangle, by `glyphWidth`. One that starts within it never is
   * outside, however long.
   */
  isOutside([left, bottom, right, top]: UserRect, glyphs: number): boolean {
    const width = glyphs * glyphWidth * this.text.size
    const corners = [
      [0, 0],
      [width, 0],
      [0, this.text.size],
      [width, this.text.size],
    ].map(([x = 0, y = 0]) => times(movedBy(x, y), times(this.#text, this.#space)))
    const [xs, ys] = [corners.map((corner) => corner[4]), corners.map((corner) => corner[5])]
    return (
      Math.max(...xs) < left || Math.min(...xs) > right || Math.max(...ys) < bottom || Math.min(...ys) > top
    )
  }
}

/** The last six operands as a matrix. */
export function matrixOf(operands: readonly unknown[]): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands
    .slice(-6)
    .map((value) => (typeof value === 'number' ? value : 0))
  return [a, b, c, d, e, f]
}
