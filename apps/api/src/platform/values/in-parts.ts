/** A list in parts of that many each, the last one of what is left. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size))
  return parts
}

/** A statement takes 65,535 parameters, one for each value (PostgreSQL's protocol), and ends after a while. */
export const rowsAtOnce = 1000
