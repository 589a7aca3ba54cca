/**
 * Geometry of the document viewer. A *point* is 1/72 inch of the page as displayed, counted from the top left,
 * y down, as the api gives positions. A *pixel* is a CSS pixel. `pixelsPerPoint` is the zoom between the two.
 */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point, Size {}

export type Zoom = { readonly fit: 'width' | 'page' } | { readonly factor: number }

/** At zoom 1 a page has its paper size: 96 CSS pixels are an inch. */
export const pixelsPerPointAtActualSize = 96 / 72
export const smallestZoom = 0.1
export const largestZoom = 5
/** On a wide screen 'full width' stops here: larger letters are not easier to read. */
const largestFit = 1.25
const zoomSteps = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5]

/** A rendering at scale 100 has 144 dpi: two image pixels a point. */
const imagePixelsPerPoint = 2
/** Few steps, so that a small change of zoom finds the image that is there already. */
const imageScales = [50, 75, 100, 150, 200, 300]
export const thumbnailScale = 20

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max))
}

/** CSS pixels a point takes, for a zoom, the largest page and the room there is. */
export function pixelsPerPoint(zoom: Zoom, page: Size, room: Size): number {
  if ('factor' in zoom) return clamp(zoom.factor, smallestZoom, largestZoom) * pixelsPerPointAtActualSize
  const byWidth = room.width / Math.max(1, page.width)
  const fitted = zoom.fit === 'width' ? byWidth : Math.min(byWidth, room.height / Math.max(1, page.height))
  return clamp(fitted, smallestZoom * pixelsPerPointAtActualSize, largestFit * pixelsPerPointAtActualSize)
}

export function zoomFactor(pixels: number): number {
  return pixels / pixelsPerPointAtActualSize
}

/** The next step of the − and + buttons, from whatever zoom there is. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const margin = 0.01
  const step =
    direction === 1
      ? zoomSteps.find((candidate) => candidate > factor + margin)
      : zoomSteps.findLast((candidate) => candidate < factor - margin)
  return step ?? (direction === 1 ? largestZoom : smallestZoom)
}

/** The `scale` to ask the api for, so that the image is as sharp as the screen, at most 300. */
export function imageScale(pixelsForPoint: number, devicePixelRatio: number): number {
  const wanted = ((pixelsForPoint * devicePixelRatio) / imagePixelsPerPoint) * 100
  // A tenth less than the screen could show is not seen, and saves the next larger image.
  return imageScales.find((scale) => scale >= wanted * 0.9) ?? 300
}

/** A place on the page for a place in the page's element. */
export function toPoints(pixel: Point, pixelsForPoint: number): Point {
  return { x: pixel.x / pixelsForPoint, y: pixel.y / pixelsForPoint }
}

export function toPixels(box: Box, pixelsForPoint: number): Box {
  return {
    x: box.x * pixelsForPoint,
    y: box.y * pixelsForPoint,
    width: box.width * pixelsForPoint,
    height: box.height * pixelsForPoint,
  }
}

/** Where an element lies that stands for a place on the page. */
export function pixelStyle(box: Box, pixelsForPoint: number) {
  const { x: left, y: top, width, height } = toPixels(box, pixelsForPoint)
  return { left, top, width, height }
}

/** The pages whose image and text are loaded: those in sight and one on either side. */
export function pagesToLoad(visible: readonly number[], pageCount: number): number[] {
  const wanted = new Set(visible.flatMap((index) => [index - 1, index, index + 1]))
  return [...wanted].filter((index) => index >= 0 && index < pageCount).sort((a, b) => a - b)
}

/** The page a zoom is fitted to: the largest one, unless it is far larger than most, such as a plan among letters. */
export function pageToFit(pages: readonly Size[]): Size {
  return {
    width: Math.max(1, usualLargest(pages.map((page) => page.width))),
    height: Math.max(1, usualLargest(pages.map((page) => page.height))),
  }
}

function usualLargest(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 1
  return sorted.findLast((length) => length <= median * 1.5) ?? 1
}
