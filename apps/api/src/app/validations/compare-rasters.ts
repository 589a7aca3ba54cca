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

/** Whether something that was to be read in the area is not to be read any longer; a line to sign on is not read. */
export function coversContent(before: Raster, after: Raster, area: ChangedArea): boolean {
  if (before.width !== after.width || before.height !== after.height) return false
  const box = boxOf(before, area)
  const [then, now] = [brightness(before, box), brightness(after, box)]
  const background = commonest(then)
  const width = box.right - box.left
  const ink = then.map((value) => (Math.abs(value - background) > contrast ? 1 : 0))
  withoutRules(ink, width)
  let lost = 0
  for (const [at, isInk] of ink.entries())
    if (isInk === 1 && Math.abs((then[at] ?? 0) - (now[at] ?? 0)) > contrast) lost += 1
  return lost >= inkAtLeast
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
