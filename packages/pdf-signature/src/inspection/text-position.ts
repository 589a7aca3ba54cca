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

const movedBy = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

/**
 * Where something is drawn, as far as the operators that place it say (ISO 32000-2 §9.4.2). The widths in a font are not read, and
 * showing a text moves nothing (§9.4.4): what follows on the same line is taken to start where it did.
 */
export class TextPosition {
  size = 0
  leading = 0
  #space = identity
  #line = identity
  #text = identity
  readonly #saved: Matrix[] = []

  save(): void {
    if (this.#saved.length < savedAtMost) this.#saved.push(this.#space)
  }

  restore(): void {
    this.#space = this.#saved.pop() ?? this.#space
  }

  transform(matrix: Matrix): void {
    this.#space = times(matrix, this.#space)
  }

  begin(matrix: Matrix = identity): void {
    this.#line = this.#text = matrix
  }

  nextLine(x: number, y: number): void {
    this.#line = this.#text = times(movedBy(x, y), this.#line)
  }

  /** Where a point of the space that holds now is in that of the drawing. */
  point(x: number, y: number): readonly [number, number] {
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
    this.#text = times(movedBy((-thousandths / 1000) * this.size, 0), this.#text)
  }

  /**
   * Whether a text of so many glyphs has no part in the rectangle, by `glyphWidth`. One that starts within it never is
   * outside, however long.
   */
  isOutside([left, bottom, right, top]: UserRect, glyphs: number): boolean {
    const width = glyphs * glyphWidth * this.size
    const corners = [
      [0, 0],
      [width, 0],
      [0, this.size],
      [width, this.size],
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
