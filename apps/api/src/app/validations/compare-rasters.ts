import type { ChangedArea } from '@countersign/pdf-signature/validation/reports/report.ts'
import type { Raster } from '#api/documents/documents/pages/page-raster.ts'

// What two images of one page tell: no file, no PDFium.

/** Around what is explained, for the edges of lines that are spread over two pixels. */
const margin = 2
/** So much lighter or darker than the background is ink; so much of a change takes it away. Of 255. */
const contrast = 48
/** A speck is no letter. */
const inkAtLeast = 4
/** A line to sign on is long and thin, as no letter is. */
const ruleLength = 16
const ruleThickness = 3

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxOf({ width, height }: Raster, area: ChangedArea, around = 0): Box {
  return {
    left: Math.max(0, Math.floor(area.left * width) - around),
    top: Math.max(0, Math.floor(area.top * height) - around),
    right: Math.min(width, Math.ceil(area.right * width) + around),
    bottom: Math.min(height, Math.ceil(area.bottom * height) + around),
  }
}

/** Whether anything differs outside of the areas. */
export function differsOutside(before: Raster, after: Raster, areas: readonly ChangedArea[]): boolean {
  const { width, height } = before
  if (width !== after.width || height !== after.height) return true
  if (Buffer.compare(before.pixels, after.pixels) === 0) return false
  const explained = new Uint8Array(width * height)
  for (const area of areas) {
    const box = boxOf(before, area, margin)
    for (let y = box.top; y < box.bottom; y++) explained.fill(1, y * width + box.left, y * width + box.right)
  }
  const [then, now] = [wordsOf(before), wordsOf(after)]
  return explained.some((isExplained, at) => isExplained === 0 && then[at] !== now[at])
}

const wordsOf = ({ pixels }: Raster): Uint32Array =>
  new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4)

/**
 * Whether something that was to be read in the area is not to be read any longer; a line to sign on is not read. `content`
 * is the page without its fields, where only what the page itself shows counts.
 */
export function coversContent(
  before: Raster,
  after: Raster,
  area: ChangedArea,
  content: Raster = before,
): boolean {
  const { width, height } = before
  if (![after, content].every((one) => one.width === width && one.height === height)) return false
  const box = boxOf(before, area)
  const [then, now, own] = [brightness(before, box), brightness(after, box), brightness(content, box)]
  const background = commonest(own)
  const across = box.right - box.left
  const ink = own.map((value, at) =>
    distance(value, background) > contrast && distance(value, then[at]) <= contrast ? 1 : 0,
  )
  withoutRules(ink, across)
  let lost = 0
  for (const [at, isInk] of ink.entries()) {
    if (isInk === 0) continue
    const isFaded = distance(then[at], background) - distance(now[at], background) > contrast
    // Under something as dark as itself it is not to be read either.
    const isDrowned = standsOut(then, across, at) && !standsOut(now, across, at)
    if (isFaded || isDrowned) lost += 1
  }
  return lost >= inkAtLeast
}

const distance = (one = 0, other = 0): number => Math.abs(one - other)

/** Pixels around one that tell it from what it is drawn on. */
const around = 2

function standsOut(values: Uint8Array, width: number, at: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (let row = Math.max(0, y - around); row <= y + around; row++)
    for (let column = Math.max(0, x - around); column <= Math.min(width - 1, x + around); column++) {
      const value = values[row * width + column]
      if (value !== undefined && Math.abs(value - (values[at] ?? 0)) > contrast) return true
    }
  return false
}

function brightness({ width, pixels }: Raster, box: Box): Uint8Array {
  const values = new Uint8Array(Math.max(0, (box.right - box.left) * (box.bottom - box.top)))
  let at = 0
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const pixel = (y * width + x) * 4
      const [blue = 0, green = 0, red = 0] = pixels.subarray(pixel, pixel + 3)
      values[at++] = (red * 2 + green * 5 + blue) >> 3
    }
  return values
}

function commonest(values: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
}

/** Takes out what is long one way and thin the other. */
function withoutRules(ink: Uint8Array, width: number): void {
  const height = width === 0 ? 0 : ink.length / width
  const across = runLengths(ink, width, height, 1, width)
  const down = runLengths(ink, height, width, width, 1)
  for (const at of ink.keys()) {
    const [long, thin] = [Math.max(across[at] ?? 0, down[at] ?? 0), Math.min(across[at] ?? 0, down[at] ?? 0)]
    if (long >= ruleLength && thin <= ruleThickness) ink[at] = 0
  }
}

/** For each pixel of ink, how long the line of ink is that it is in, along one direction. */
function runLengths(
  ink: Uint8Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
): Uint16Array {
  const runs = new Uint16Array(ink.length)
  for (let line = 0; line < lines; line++) {
    let start = 0
    for (let index = 0; index <= length; index++) {
      if (index < length && ink[line * lineStep + index * step] === 1) continue
      for (let each = start; each < index; each++) runs[line * lineStep + each * step] = index - start
      start = index + 1
    }
  }
  return runs
}
