import { removeSpecks } from './specks.ts'
import { estimatePaper, type Paper } from './paper.ts'
import type { Pixels } from './pixels.ts'

/**
 * Ink on paper as ink alone: how much darker than the paper around it a pixel is becomes how opaque it is, and what the
 * paper lends to its colour is taken out. Null where there is no ink.
 */
export function removePaper(pixels: Pixels): Pixels | null {
  const paper = estimatePaper(pixels)
  const seen = darknessOf(pixels, paper)
  const first = inkLevels(seen)
  // Where the ink hardly stands out from the grain, the grain is evened out first.
  const darkness = first?.isGrainy === false ? seen : evened(seen, pixels)
  const levels = first?.isGrainy === false ? first : inkLevels(darkness)
  if (!levels) return null
  const alpha = darkness.map((value) =>
    Math.max(0, Math.min(1, (value - levels.none) / (levels.full - levels.none))),
  )
  if (!removeSpecks(alpha, pixels)) return null
  return coloured(pixels, paper, alpha)
}

/** 0 for paper, towards 1 for black: in the channel that shows the ink best. */
function darknessOf({ data, width, height }: Pixels, paper: Paper): Float32Array {
  const darkness = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      let darkest = 0
      for (let channel = 0; channel < 3; channel++)
        darkest = Math.max(darkest, 1 - (data[index * 4 + channel] ?? 0) / paper.at(x, y, channel))
      darkness[index] = darkest
    }
  }
  return darkness
}

interface Levels {
  readonly none: number
  readonly full: number
  readonly isGrainy: boolean
}

/** Below `none` it is paper with its grain and its ruling, from `full` on ink. Undefined where nothing stands out. */
function inkLevels(darkness: Float32Array): Levels | undefined {
  // Every seventh is sample enough, and no picture's width is a trap for it.
  const sample = darkness.filter((_, index) => index % 7 === 0).toSorted()
  const median = sample[sample.length >> 1] ?? 0
  const spread = sample.map((value) => Math.abs(value - median)).toSorted()[sample.length >> 1] ?? 0
  const grain = Math.max(0.08, median + 9 * spread)
  const ink = sample.filter((value) => value > grain)
  if (ink.length < sample.length / 10_000 + 2) return undefined
  const dark = ink[Math.floor(ink.length * 0.9)] ?? 1
  if (dark < 0.12) return undefined
  const none = Math.max(grain, dark * 0.36)
  return { none, full: Math.max(none + 0.05, dark * 0.72), isGrainy: grain > dark * 0.36 }
}

function evened(darkness: Float32Array, { width, height }: Pixels): Float32Array {
  return boxSums(darkness, width, height, 1).map((sum) => sum / 9)
}

/** The ink's own colour, evened out over its neighbours: at a stroke's edge too little of it is left to tell. */
function coloured({ data, width, height }: Pixels, paper: Paper, alpha: Float32Array): Pixels {
  const radius = Math.max(2, Math.round(width / 200))
  const weights = alpha.map((value) => (value > 0.6 ? value * value : 0))
  const around = boxSums(weights, width, height, radius)
  const total = weights.reduce((sum, value) => sum + value, 0)
  const out = new Uint8Array(width * height * 4)
  for (let channel = 0; channel < 3; channel++) {
    const ink = weights.map((weight, index) => {
      if (weight === 0) return 0
      const opacity = alpha[index] ?? 1
      const seen =
        (data[index * 4 + channel] ?? 0) / paper.at(index % width, Math.floor(index / width), channel)
      return weight * Math.max(0, Math.min(1, (seen - (1 - opacity)) / opacity))
    })
    const mean = total > 0 ? ink.reduce((sum, value) => sum + value, 0) / total : 0
    const sums = boxSums(ink, width, height, radius)
    for (let index = 0; index < width * height; index++) {
      const weight = around[index] ?? 0
      const isInk = (alpha[index] ?? 0) > 0 && weight > 0.01
      out[index * 4 + channel] = Math.round(255 * (isInk ? Math.max(0, (sums[index] ?? 0) / weight) : mean))
    }
  }
  for (let index = 0; index < width * height; index++)
    out[index * 4 + 3] = Math.round(255 * (alpha[index] ?? 0))
  return { data: out, width, height }
}

/** The sum over the square around each pixel, whatever its size in the same time. */
function boxSums(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) sum += values[y * width + x + radius] ?? 0
      if (x - radius - 1 >= 0) sum -= values[y * width + x - radius - 1] ?? 0
      if (x >= 0) across[y * width + x] = sum
    }
  }
  const sums = new Float32Array(values.length)
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = -radius; y < height; y++) {
      if (y + radius < height) sum += across[(y + radius) * width + x] ?? 0
      if (y - radius - 1 >= 0) sum -= across[(y - radius - 1) * width + x] ?? 0
      if (y >= 0) sums[y * width + x] = sum
    }
  }
  return sums
}
