/** Numbers that are the same for the same seed, so that what failed can be run again. */
export interface Random {
  /** At least 0, less than `below`. */
  int(below: number): number
  pick<One>(from: readonly One[]): One
  chance(probability: number): boolean
  shuffle<One>(all: readonly One[]): One[]
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    pick: (from) => from[int(from.length)] as (typeof from)[number],
    chance: (probability) => next() < probability,
    shuffle: (all) =>
      all
        .map((one) => [next(), one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one),
  }
}
