/** A statement takes 65,535 parameters, one for each value (PostgreSQL's protocol), and ends after a while. */
const atOnce = 1000

/** These rows, as many at a time as one statement takes. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  for (let start = 0; start < rows.length; start += atOnce) parts.push(rows.slice(start, start + atOnce))
  return parts
}
