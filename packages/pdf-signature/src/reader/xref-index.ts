import { spend } from './budget.ts'
import type { Budget } from './budget.ts'
import type { XrefEntry, XrefRange } from './xref-section.ts'

/** Object numbers from `first` to the next segment's are listed by the range, or by none. */
interface Segment {
  readonly first: number
  readonly range: XrefRange | undefined
}

/**
 * Finds the entry of an object number: that of the first range that lists it. A file may have as many ranges as it has
 * bytes to write them, so they are not searched one by one.
 */
export function indexRanges(
  ranges: readonly XrefRange[],
  budget: Budget,
): (num: number) => XrefEntry | undefined {
  const segments = segmentsOf(ranges, budget)
  return (num) => {
    const segment = segments[lastBefore(segments, num)]
    const range = segment?.range
    return range && num < range.first + range.count ? range.entry(num - range.first) : undefined
  }
}

/** The last segment that begins at the number or before it; -1 when there is none. */
function lastBefore(segments: readonly Segment[], num: number): number {
  let low = -1
  let high = segments.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.first ?? 0) <= num) low = middle
    else high = middle
  }
  return low
}

/** Sweeps over the numbers at which a range begins or ends, and keeps which of the open ones comes first. */
function segmentsOf(ranges: readonly XrefRange[], budget: Budget): Segment[] {
  spend(budget, ranges.length * 20)
  const bounds = ranges.flatMap(({ first, count }, order) => [
    { at: first, order, opens: true },
    { at: first + count, order, opens: false },
  ])
  bounds.sort((a, b) => a.at - b.at)
  const open = new Set<number>()
  const waiting = new Heap()
  const segments: Segment[] = []
  bounds.forEach(({ at, order, opens }, index) => {
    if (opens) {
      open.add(order)
      waiting.push(order)
    } else open.delete(order)
    if (bounds[index + 1]?.at === at) return
    while (waiting.first !== undefined && !open.has(waiting.first)) waiting.pop()
    segments.push({ first: at, range: waiting.first === undefined ? undefined : ranges[waiting.first] })
  })
  return segments
}

/** A binary heap, the least number first. */
class Heap {
  readonly #items: number[] = []

  get first(): number | undefined {
    return this.#items[0]
  }

  push(value: number): void {
    const items = this.#items
    let at = items.length
    for (let parent = (at - 1) >> 1; at > 0 && (items[parent] ?? 0) > value; parent = (at - 1) >> 1) {
      items[at] = items[parent] ?? 0
      at = parent
    }
    items[at] = value
  }

  pop(): void {
    const items = this.#items
    const value = items.pop()
    if (value === undefined || items.length === 0) return
    let at = 0
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if ((items[child + 1] ?? Infinity) < (items[child] ?? 0)) child++
      const least = items[child] ?? 0
      if (least >= value) break
      items[at] = least
      at = child
    }
    items[at] = value
  }
}
