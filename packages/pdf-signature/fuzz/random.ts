/** A sequence of chances that is the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, not with, the end. */
  below(end: number): number
  pick<T>(list: readonly T[]): T
  /** True once in so many times. */
  once(inHow: number): boolean
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    once: (inHow) => below(inHow) === 0,
  }
}
