import { PdfError } from '../pdf-error.ts'
import { limits } from './budget.ts'

/** Where an object is (ISO 32000-2 §7.5.4, §7.5.8). */
export type XrefEntry =
  | { readonly type: 'free' }
  | { readonly type: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly type: 'compressed'; readonly container: number; readonly index: number }

/** A run of entries for consecutive object numbers; decoded only when one is asked for. */
export interface XrefRange {
  readonly first: number
  readonly count: number
  readonly entry: (index: number) => XrefEntry
  /** Of a table whose entries don't have their 20 bytes (ISO 32000-2 §7.5.4). */
  readonly isLoose?: boolean
}

/**
 * Whether a section lists an object twice, which ISO 32000-2 §7.5.4 forbids: some readers take the first entry, others the
 * last.
 */
export function listsTwice(ranges: readonly XrefRange[]): boolean {
  const inOrder = ranges.filter(({ count }) => count > 0).toSorted((a, b) => a.first - b.first)
  return inOrder.some(({ first }, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && before.first + before.count > first
  })
}

/** Decodes the ranges of a cross-reference stream (ISO 32000-2 §7.5.8.2, §7.5.8.3). */
export function rangesOfStream(
  data: Uint8Array,
  widths: readonly number[],
  index: readonly number[],
): XrefRange[] {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths
  const width = typeWidth + secondWidth + thirdWidth
  if (widths.some((w) => !Number.isInteger(w) || w < 0 || w > 8) || width === 0) {
    throw new PdfError('damaged', 'The widths of a cross-reference stream make no sense')
  }
  const field = (at: number, size: number) => {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + (data[at + i] ?? 0)
    return value
  }
  const ranges: XrefRange[] = []
  let position = 0
  for (let i = 0; i + 1 < index.length; i += 2) {
    const first = index[i] ?? 0
    const wanted = index[i + 1] ?? 0
    const count = Math.min(wanted, Math.floor((data.length - position) / width))
    if (count <= 0) continue
    if (first + count > limits.objectNumber + 1)
      throw new PdfError('damaged', 'A cross-reference stream lists objects that no file can have')
    const base = position
    ranges.push({
      first,
      count,
      entry: (offset) => {
        const at = base + offset * width
        const type = typeWidth === 0 ? 1 : field(at, typeWidth)
        const second = field(at + typeWidth, secondWidth)
        const third = field(at + typeWidth + secondWidth, thirdWidth)
        if (type === 1) return { type: 'offset', offset: second, gen: third }
        if (type === 2) return { type: 'compressed', container: second, index: third }
        return { type: 'free' }
      },
    })
    position += count * width
  }
  return ranges
}
