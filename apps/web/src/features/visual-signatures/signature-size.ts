/** Sizes of the picture of a signature: a PNG with a transparent background, at most 600 × 200 pixels. */

export const largestPicture = { width: 600, height: 200 } as const
const margin = 8

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type InkPoint = readonly [x: number, y: number, pressure: number]
export type Stroke = readonly InkPoint[]

/** The smallest box around outlines. Null where nothing was drawn. */
export function boundsOf(outlines: readonly (readonly (readonly number[])[])[]): Bounds | null {
  const points = outlines.flat()
  if (points.length === 0) return null
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x = 0, y = 0] of points) {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

/** What a drawing area shows at least: twice as wide as high. */
const smallestArea: Bounds = { left: 0, top: 0, right: 600, bottom: 300 }

/** The area, or as much more as the strokes take: on a wider screen they may have gone past its edges. */
export function drawingArea(strokes: readonly Stroke[]): Bounds {
  const drawn = boundsOf(strokes)
  if (!drawn) return smallestArea
  return {
    left: Math.min(smallestArea.left, drawn.left - margin),
    top: Math.min(smallestArea.top, drawn.top - margin),
    right: Math.max(smallestArea.right, drawn.right + margin),
    bottom: Math.max(smallestArea.bottom, drawn.bottom + margin),
  }
}

export interface Picture {
  /** Whole pixels, at most 600 × 200. */
  readonly width: number
  readonly height: number
  /** Picture pixels for a pixel of the drawing area. */
  readonly scale: number
  /** What to move the ink by, in pixels of the drawing area, before scaling. */
  readonly dx: number
  readonly dy: number
}

/** The picture that holds the ink with a narrow margin: as large as allowed, cut to what was drawn. */
export function pictureOf(bounds: Bounds): Picture {
  const width = Math.max(1, bounds.right - bounds.left)
  const height = Math.max(1, bounds.bottom - bounds.top)
  const room = { width: largestPicture.width - 2 * margin, height: largestPicture.height - 2 * margin }
  // A dot is not blown up to the size of a name.
  const scale = Math.min(room.width / width, room.height / height, 4)
  return {
    width: Math.min(largestPicture.width, Math.ceil(width * scale) + 2 * margin),
    height: Math.min(largestPicture.height, Math.ceil(height * scale) + 2 * margin),
    scale,
    dx: margin / scale - bounds.left,
    dy: margin / scale - bounds.top,
  }
}

/** Width and extent above and below the base line of a text at 100 pixels, as the canvas measures it. */
export interface TextMeasure {
  readonly left: number
  readonly right: number
  readonly ascent: number
  readonly descent: number
}

export interface TypedPicture {
  readonly width: number
  readonly height: number
  readonly fontSize: number
  /** Where the text starts on its base line. */
  readonly x: number
  readonly y: number
}

/** The picture for a typed name: the largest letters, at most 96 pixels, that stay within 600 × 200. */
export function typedPictureOf(measure: TextMeasure): TypedPicture {
  const width = Math.max(1, measure.left + measure.right)
  const height = Math.max(1, measure.ascent + measure.descent)
  const room = { width: largestPicture.width - 2 * margin, height: largestPicture.height - 2 * margin }
  const fontSize = Math.min(96, Math.floor(100 * Math.min(room.width / width, room.height / height)))
  const factor = fontSize / 100
  return {
    width: Math.min(largestPicture.width, Math.ceil(width * factor) + 2 * margin),
    height: Math.min(largestPicture.height, Math.ceil(height * factor) + 2 * margin),
    fontSize,
    x: margin + measure.left * factor,
    y: margin + measure.ascent * factor,
  }
}

/** A closed outline as an SVG path, which the canvas and the drawing area both take. */
export function pathOf(outline: readonly (readonly number[])[]): string {
  const [first, ...rest] = outline
  if (!first) return ''
  const at = (point: readonly number[]) => `${(point[0] ?? 0).toFixed(2)} ${(point[1] ?? 0).toFixed(2)}`
  return `M${at(first)}${rest.map((point) => `L${at(point)}`).join('')}Z`
}
