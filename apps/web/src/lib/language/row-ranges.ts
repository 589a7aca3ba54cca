const rangesNamed = 10

/** Numbers in their order as a person writes them: `2–21, 25`. Of very many ranges the first. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  const named = ranges.slice(0, rangesNamed).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return [...named, ...(ranges.length > rangesNamed ? ['…'] : [])].join(', ')
}
