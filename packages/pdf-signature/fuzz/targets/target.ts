import type { Mutation } from '../mutation/bytes.ts'
import type { World } from '../world.ts'

/** What is fuzzed: where it starts from, how that is changed, and what must hold of any input. */
export interface Target {
  readonly seeds: readonly Buffer[]
  readonly mutate: Mutation
  /** Throws what no input may make it throw, or `BrokenPromise`. */
  run(input: Buffer): void
}

export type MakeTarget = (world: World) => Target

/** The input was taken, and not as it should have been. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

export function promise(holds: boolean, what: string): void {
  if (!holds) throw new BrokenPromise(what)
}

/** What the work gives; undefined where it refuses with the one error it may throw. */
export function orRefused<T>(
  refusal: abstract new (...args: never[]) => Error,
  work: () => T,
): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof refusal) return undefined
    throw error
  }
}
