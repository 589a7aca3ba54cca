import type { PlacedField } from './draft.ts'

/** Fields as one reads: from the top, then from the left, so that the Tab key follows the page. */
export function inReadingRows(fields: readonly PlacedField[]): readonly PlacedField[] {
  const row = 6
  return [...fields].sort(({ place: a }, { place: b }) => (Math.abs(a.y - b.y) > row ? a.y - b.y : a.x - b.x))
}
