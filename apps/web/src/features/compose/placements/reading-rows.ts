import type { Place } from './field-movement.ts'

/** Fields as one reads: from the top, then from the left, so that the Tab key follows the page. */
export function inReadingRows<T extends { readonly place: Place }>(fields: readonly T[]): readonly T[] {
  const row = 6
  return [...fields].sort(({ place: a }, { place: b }) => (Math.abs(a.y - b.y) > row ? a.y - b.y : a.x - b.x))
}
