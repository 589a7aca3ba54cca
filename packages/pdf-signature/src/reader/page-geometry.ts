import { resolve } from './document.ts'
import type { PdfDocument } from './document.ts'
import type { Page } from './page-tree.ts'
import type { PdfObject } from './objects.ts'

/** A rectangle in points of the page as displayed: origin top left, y down. */
export interface DisplayRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle in default user space: [left, bottom, right, top]. */
export type UserRect = readonly [number, number, number, number]

export interface PageGeometry {
  /** The visible part in user space: CropBox within MediaBox. */
  readonly box: UserRect
  /** Clockwise degrees the page is turned when displayed. */
  readonly rotate: 0 | 90 | 180 | 270
  /** Points per unit of user space (ISO 32000-2 §7.7.3.3, UserUnit). */
  readonly userUnit: number
  /** Size in points as displayed. */
  readonly width: number
  readonly height: number
}

const round = (points: number): number => Math.round(points * 1e4) / 1e4

const LETTER: UserRect = [0, 0, 612, 792]

export function pageGeometry(document: PdfDocument, page: Page): PageGeometry {
  const media = rectOf(document, page.inherited.get('MediaBox')) ?? LETTER
  const box = intersection(rectOf(document, page.inherited.get('CropBox')) ?? media, media) ?? media
  const rotate = rotationOf(resolve(document, page.inherited.get('Rotate')))
  const unit = resolve(document, page.dict.entries.get('UserUnit'))
  const userUnit = typeof unit === 'number' && unit > 0 && unit <= 75_000 ? unit : 1
  const across = round((box[2] - box[0]) * userUnit)
  const down = round((box[3] - box[1]) * userUnit)
  const turned = rotate === 90 || rotate === 270
  return { box, rotate, userUnit, width: turned ? down : across, height: turned ? across : down }
}

/** The rectangle as numbers in order, or undefined when it is none or empty. */
export function rectOf(document: PdfDocument, value: PdfObject | undefined): UserRect | undefined {
  const array = resolve(document, value)
  if (!Array.isArray(array) || array.length < 4) return undefined
  const [a, b, c, d] = array.slice(0, 4).map((item) => resolve(document, item))
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    return undefined
  const rect: UserRect = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return rect[2] > rect[0] && rect[3] > rect[1] ? rect : undefined
}

function intersection(a: UserRect, b: UserRect): UserRect | undefined {
  const rect: UserRect = [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ]
  return rect[2] > rect[0] && rect[3] > rect[1] ? rect : undefined
}

/** Degrees as 0, 90, 180 or 270; anything that is no quarter turn counts as 0. */
export function rotationOf(value: PdfObject): 0 | 90 | 180 | 270 {
  const degrees = typeof value === 'number' ? ((value % 360) + 360) % 360 : 0
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
}

/** From the page as displayed to user space. */
export function toUserRect(geometry: PageGeometry, rect: DisplayRect): UserRect {
  const u = geometry.userUnit
  const [x0, y0, x1, y1] = geometry.box
  const [l, t, r, b] = [rect.x / u, rect.y / u, (rect.x + rect.width) / u, (rect.y + rect.height) / u]
  switch (geometry.rotate) {
    case 0:
      return [x0 + l, y1 - b, x0 + r, y1 - t]
    case 90:
      return [x0 + t, y0 + l, x0 + b, y0 + r]
    case 180:
      return [x1 - r, y0 + t, x1 - l, y0 + b]
    case 270:
      return [x1 - b, y1 - r, x1 - t, y1 - l]
  }
}

/** From user space to the page as displayed. */
export function toDisplayRect(geometry: PageGeometry, [l, b, r, t]: UserRect): DisplayRect {
  const u = geometry.userUnit
  const [x0, y0, x1, y1] = geometry.box
  const [x, y] = {
    0: [l - x0, y1 - t] as const,
    90: [b - y0, l - x0] as const,
    180: [x1 - r, b - y0] as const,
    270: [y1 - t, x1 - r] as const,
  }[geometry.rotate]
  const turned = geometry.rotate === 90 || geometry.rotate === 270
  const [width, height] = turned ? [t - b, r - l] : [r - l, t - b]
  return { x: round(x * u), y: round(y * u), width: round(width * u), height: round(height * u) }
}

/** Whether any of the rectangle is on the page as displayed. */
export const isOnPage = ({ width, height }: PageGeometry, rect: DisplayRect): boolean =>
  rect.x < width && rect.y < height && rect.x + rect.width > 0 && rect.y + rect.height > 0
