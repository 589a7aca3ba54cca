import type { ShapedLine } from './shape-line.ts'

/** Points from the lower left corner of the appearance. */
export interface PlacedLine {
  readonly line: ShapedLine
  readonly x: number
  readonly y: number
  readonly size: number
}

export interface PlacedImage {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly image?: PlacedImage
  readonly lines: readonly PlacedLine[]
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const LEADING = 1.25
const LARGEST = 11
const NAME = 1.2 // how much larger the first line is

/** Arranges image and lines: beside each other in a wide field, else the image above. All in points. */
export function arrange(
  size: { readonly width: number; readonly height: number },
  image: { readonly width: number; readonly height: number } | undefined,
  lines: readonly ShapedLine[],
): Layout {
  const margin = Math.min(4, size.width * 0.04, size.height * 0.06)
  const area = { x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin }
  if (!image) return { lines: arrangeLines(area, lines) }
  if (lines.length === 0) return { image: fit(image, area), lines: [] }
  const [imageArea, textArea] = split(area)
  return { image: fit(image, imageArea), lines: arrangeLines(textArea, lines) }
}

function split(area: Area): [Area, Area] {
  if (area.width > area.height * 2.6) {
    const width = area.width * 0.48
    const rest = area.width - width
    return [
      { ...area, width: width * 0.96 },
      { ...area, x: area.x + width, width: rest },
    ]
  }
  const height = area.height * 0.54
  return [
    { ...area, y: area.y + area.height - height, height },
    { ...area, height: area.height - height },
  ]
}

/** As large as the area allows, in its middle, its proportions kept. */
function fit(image: { readonly width: number; readonly height: number }, area: Area): PlacedImage {
  const scale = Math.min(area.width / image.width, area.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/** The first line larger, all others of one size; what would be too long makes its own kind smaller. */
function arrangeLines(area: Area, lines: readonly ShapedLine[]): PlacedLine[] {
  const units = lines.reduce((sum, _, index) => sum + factor(index) * LEADING, 0)
  const height = Math.min(LARGEST, area.height / units)
  const [first, ...rest] = lines
  const nameSize = Math.min(height * NAME, widestSize(area, first ? [first] : []))
  const size = Math.min(height, nameSize, widestSize(area, rest))
  const total = (nameSize + size * rest.length) * LEADING
  let top = area.y + (area.height + total) / 2
  return lines.map((line, index) => {
    const own = index === 0 ? nameSize : size
    top -= own * LEADING
    return { line, x: area.x, y: top + own * 0.34, size: own }
  })
}

/** The largest size at which none of the lines is wider than the area. */
function widestSize(area: Area, lines: readonly ShapedLine[]): number {
  return Math.min(...lines.map((line) => (line.width > 0 ? (area.width * 1000) / line.width : Infinity)))
}

const factor = (index: number): number => (index === 0 ? NAME : 1)
