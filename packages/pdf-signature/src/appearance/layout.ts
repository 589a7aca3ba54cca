import { type Area, type FittedText, fitText, LEADING, worthOf } from './fit-text.ts'
import type { Shape, ShapedLine } from './shape-line.ts'

/** Points from the lower left corner of the appearance. */
export interface PlacedLine {
  readonly line: ShapedLine
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isName: boolean
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

interface Size {
  readonly width: number
  readonly height: number
}

const beside = { largest: 11, name: 1.2 }
/** Without a picture the name is what catches the eye. */
const alone = { largest: 11, name: 1.6 }
const single = { largest: 20, name: 1 }
const sharesBeside = [0.34, 0.42, 0.5, 0.58, 0.66]
const sharesAbove = [0.36, 0.44, 0.52, 0.6, 0.68, 0.78]

/**
 * Arranges picture and texts in a field, all within its margins and in points: side by side or one above the other,
 * whichever shows the picture largest with text that can be read.
 */
export function arrange(size: Size, image: Size | undefined, texts: readonly string[], shape: Shape): Layout {
  const margin = Math.min(8, size.width * 0.04, size.height * 0.06)
  const area = { x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin }
  if (!image) {
    const text = fitText(area, texts, shape, texts.length === 1 ? single : alone)
    return { lines: place(text, area.x, area.y + (area.height + text.height) / 2) }
  }
  if (texts.length === 0) {
    const fitted = fit(image, area)
    const x = area.x + (area.width - fitted.width) / 2
    return { image: { ...fitted, x, y: area.y + (area.height - fitted.height) / 2 }, lines: [] }
  }
  const layouts = [
    ...sharesBeside.map((share) => sideBySide(area, image, texts, shape, share)),
    ...sharesAbove.map((share) => oneAbove(area, image, texts, shape, share)),
  ]
  return layouts.reduce((best, next) => (next.merit > best.merit ? next : best))
}

interface RatedLayout extends Layout {
  readonly merit: number
}

function sideBySide(
  area: Area,
  image: Size,
  texts: readonly string[],
  shape: Shape,
  share: number,
): RatedLayout {
  const gap = Math.min(8, area.width * 0.04)
  const fitted = fit(image, { ...area, width: area.width * share })
  const left = area.x + fitted.width + gap
  const text = fitText({ ...area, width: area.x + area.width - left }, texts, shape, beside)
  return {
    image: { ...fitted, x: area.x, y: area.y + (area.height - fitted.height) / 2 },
    lines: place(text, left, area.y + (area.height + text.height) / 2),
    merit: meritOf(area, fitted, text),
  }
}

function oneAbove(
  area: Area,
  image: Size,
  texts: readonly string[],
  shape: Shape,
  share: number,
): RatedLayout {
  const gap = Math.min(4, area.height * 0.03)
  const fitted = fit(image, { ...area, height: area.height * share })
  const text = fitText({ ...area, height: area.height - fitted.height - gap }, texts, shape, beside)
  const top = area.y + (area.height + fitted.height + gap + text.height) / 2
  return {
    image: { ...fitted, x: area.x, y: top - fitted.height },
    lines: place(text, area.x, top - fitted.height - gap),
    merit: meritOf(area, fitted, text),
  }
}

/** Legible text first, a line for each thing if possible, and then a large picture. */
function meritOf(area: Area, image: Size, text: FittedText): number {
  return worthOf(text) * ((image.width * image.height) / (area.width * area.height)) ** 0.42
}

/** As large as the area allows, its proportions kept. */
function fit(image: Size, area: Size): Size {
  const scale = Math.min(area.width / image.width, area.height / image.height)
  return { width: image.width * scale, height: image.height * scale }
}

/** From the top down, each line on its base line. */
function place(text: FittedText, x: number, top: number): PlacedLine[] {
  let below = top
  return text.lines.map(({ line, size, isName }) => {
    below -= size * LEADING
    return { line, x, y: below + size * 0.35, size, isName }
  })
}
