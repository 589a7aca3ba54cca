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

/** One size for all lines, the first larger, each shrunk where it would be too long. */
function arrangeLines(area: Area, lines: readonly ShapedLine[]): PlacedLine[] {
  const units = lines.reduce((sum, _, index) => sum + factor(index) * LEADING, 0)
  const size = Math.min(LARGEST, area.height / units)
  let top = area.y + (area.height + units * size) / 2
  return lines.map((line, index) => {
    const height = size * factor(index)
    const fitting = line.width > 0 ? Math.min(height, (area.width * 1000) / line.width) : height
    top -= height * LEADING
    return { line, x: area.x, y: top + (height * LEADING - fitting) / 2 + fitting * 0.22, size: fitting }
  })
}

const factor = (index: number): number => (index === 0 ? NAME : 1)
