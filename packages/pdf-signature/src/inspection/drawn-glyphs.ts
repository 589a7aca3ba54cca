import type { Colour } from '../fields/default-appearance.ts'
import type { PdfObject } from '../reader/objects.ts'
import type { UserRect } from '../reader/page-geometry.ts'
import type { PaintedArea } from './painted-area.ts'
import type { GlyphPlace } from './text-position.ts'

interface Ink {
  readonly colour: Colour | undefined
  readonly alpha: number
}

interface Glyph {
  /** What it stands for; empty for a part of the one beside it. */
  readonly text: string
  readonly code: number
  /** As the resources name it: a reference, or the dictionary itself. */
  readonly font: PdfObject
  readonly paint: Ink
}

/** A glyph with where and on what it is drawn. */
export interface DrawnGlyph extends GlyphPlace, Glyph {
  /** What the drawing itself has beneath it; `page` where that is nothing, undefined where it can't be told. */
  readonly ground: Colour | 'page' | undefined
  /** Its middle is within the drawing and what is clipped to. */
  readonly isWithin: boolean
  /** Something is painted over it. */
  isPaintedOver: boolean
}

/** Of the drawing: less is a line or a frame. */
const mostOfIt = 0.5
const savedAtMost = 28
/** Where the middle of a glyph is, of an em above its baseline: half the height of a small letter. */
const middle = 0.25

/** The glyphs of a drawing, as areas are painted before and after them. */
export class GlyphList {
  readonly glyphs: DrawnGlyph[] = []
  #ground: Colour | 'page' | undefined = 'page'
  #clip: UserRect | undefined
  readonly #box: UserRect | undefined
  readonly #saved: (UserRect | undefined)[] = []

  constructor(box: UserRect | undefined) {
    this.#box = this.#clip = box
  }

  save(): void {
    if (this.#saved.length < savedAtMost) this.#saved.push(this.#clip)
  }

  restore(): void {
    if (this.#saved.length > 0) this.#clip = this.#saved.pop()
  }

  /** What has a part that isn't known may be anywhere. */
  paintOver({ box, part = 1 }: PaintedArea, { colour, alpha }: Ink): void {
    for (const glyph of this.glyphs) if (isIn(middleOf(glyph), box)) glyph.isPaintedOver = true
    if (this.#box && part * sizeOf(box) < mostOfIt * sizeOf(this.#box)) return
    this.#ground = alpha === 1 ? colour : undefined
  }

  clipTo({ box, part = 0 }: PaintedArea): void {
    if (!this.#clip) return
    const [left, bottom, right, top] = this.#clip
    const isFrame = part < mostOfIt
    this.#clip = isFrame
      ? nothing
      : [Math.max(left, box[0]), Math.max(bottom, box[1]), Math.min(right, box[2]), Math.min(top, box[3])]
  }

  add(place: GlyphPlace, glyph: Glyph): void {
    const isWithin = this.#clip !== undefined && isIn(middleOf(place), this.#clip)
    this.glyphs.push({ ...place, ...glyph, ground: this.#ground, isWithin, isPaintedOver: false })
  }
}

const nothing: UserRect = [0, 0, 0, 0]

const sizeOf = ([left, bottom, right, top]: UserRect): number => (right - left) * (top - bottom)

const middleOf = ({ from, advance, up }: GlyphPlace): [number, number] => [
  from[0] + advance[0] / 2 + up[0] * middle,
  from[1] + advance[1] / 2 + up[1] * middle,
]

const isIn = ([x, y]: readonly [number, number], [left, bottom, right, top]: UserRect): boolean =>
  x > left && x < right && y > bottom && y < top
