import { coverageOf } from './painted-area.ts'
import type { PaintedArea } from './painted-area.ts'
import type { Point, TextPosition } from './text-position.ts'

/** A straight line that bounds what is painted or clipped, in the space of the drawing. */
export interface DrawnEdge {
  readonly from: Point
  readonly to: Point
  /** How far it is painted to each side; 0 where it bounds an area. */
  readonly reach: number
  readonly isStroked: boolean
}

/** A frame takes a few, and the cells of a comb one each. */
const edgesAtMost = 600

const painting: Readonly<Record<string, 'fill' | 'stroke' | 'both' | 'none'>> = {
  f: 'fill',
  F: 'fill',
  'f*': 'fill',
  S: 'stroke',
  s: 'stroke',
  B: 'both',
  'B*': 'both',
  b: 'both',
  'b*': 'both',
  n: 'none',
}

const nothing: PaintedArea = { box: [0, 0, 0, 0], part: 0 }

/** Follows the paths of a drawing (ISO 32000-2 §8.5). */
export class DrawnEdges {
  /** Undefined once something was painted that edges don't tell: a curve, a pattern, more than a frame has. */
  edges: DrawnEdge[] | undefined = []
  /** What the last operator filled or clipped to, if it did. */
  filled: PaintedArea | undefined
  clipped: PaintedArea | undefined
  #path: [Point, Point][] = []
  /** What closes the parts that are left open, where an area is painted or clipped to. */
  #closings: [Point, Point][] = []
  /** The corners of each part of the path. */
  #parts: Point[][] = []
  #start: Point | undefined
  #last: Point | undefined
  #isCurved = false
  #clip: 'W' | 'W*' | undefined
  #width = 1
  readonly #widths: number[] = []

  /** `position` has the transformation that holds at the operator. */
  follow(operator: string, operands: readonly unknown[], position: TextPosition): void {
    const numbers = operands.map((value) => (typeof value === 'number' ? value : 0))
    const [x = 0, y = 0, width = 0, height = 0] = numbers
    const paints = painting[operator]
    this.filled = this.clipped = undefined
    if (operator === 'q') this.#widths.push(this.#width)
    else if (operator === 'Q') this.#width = this.#widths.pop() ?? this.#width
    else if (operator === 'w') this.#width = x
    else if (operator === 'm') this.#begin(position.point(x, y))
    else if (operator === 'l') this.#lineTo(position.point(x, y))
    else if (operator === 'h') this.#close()
    else if (operator === 're') this.#rectangle(position, [x, y, x + width, y + height])
    else if (operator === 'c' || operator === 'v' || operator === 'y') this.#isCurved = true
    else if (operator === 'W' || operator === 'W*') this.#clip = operator
    else if (paints) this.#paint(paints, operator, position)
  }

  /** Something is painted that edges don't tell. */
  give(): void {
    this.edges = undefined
  }

  #begin(point?: Point): void {
    if (this.#last && this.#start) this.#closings.push([this.#last, this.#start])
    this.#start = this.#last = point
    if (point) this.#parts.push([point])
  }

  #lineTo(point: Point): void {
    if (this.#last) this.#path.push([this.#last, point])
    this.#parts.at(-1)?.push(point)
    this.#last = point
  }

  #close(): void {
    if (this.#start) this.#lineTo(this.#start)
  }

  #rectangle(position: TextPosition, [left, bottom, right, top]: readonly number[]): void {
    const corners = [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ].map(([x = 0, y = 0]) => position.point(x, y))
    this.#begin(corners[0])
    for (const corner of corners.slice(1)) this.#lineTo(corner)
    this.#close()
  }

  #paint(kind: (typeof painting)[string], operator: string, position: TextPosition): void {
    const isSeen = kind !== 'none' || this.#clip !== undefined
    if (isSeen && this.#isCurved) this.give()
    if (operator.startsWith('b') || operator === 's') this.#close()
    this.#begin()
    const isStroked = kind === 'stroke' || kind === 'both'
    const drawn = kind === 'stroke' && !this.#clip ? this.#path : [...this.#path, ...this.#closings]
    const reach = isStroked ? (this.#width * position.scale) / 2 : 0
    for (const [from, to] of isSeen ? drawn : [])
      if (from[0] !== to[0] || from[1] !== to[1]) this.edges?.push({ from, to, reach, isStroked })
    if ((this.edges?.length ?? 0) > edgesAtMost) this.give()
    if (kind === 'fill' || kind === 'both') this.filled = coverageOf(this.#parts, operator.endsWith('*'))
    if (this.#clip) this.clipped = coverageOf(this.#parts, this.#clip === 'W*') ?? nothing
    this.#path = []
    this.#closings = []
    this.#parts = []
    this.#isCurved = false
    this.#clip = undefined
  }
}
