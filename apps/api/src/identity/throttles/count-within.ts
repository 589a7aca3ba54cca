import type { Transaction } from '#api/platform/db/transaction.ts'
import * as throttles from './repository.ts'
import { secondsLeft, startOf, type Window } from './window.ts'

/** Several counts at once. */
export { type Count, increment as countTogether } from './repository.ts'

// Counted with what they are about: in its transaction, and not where that is undone.

interface LimitWindow {
  readonly count: number
  readonly secondsLeft: number
}

/** How often this key has come within a period that began with its first time, this time included. */
export async function countWithin(tx: Transaction, key: string, window: Window): Promise<LimitWindow> {
  const span = { now: window.now, since: startOf(window) }
  const [counted] = await throttles.increment(tx, [{ key, by: 1 }], span)
  return within(counted ?? { count: 1, startedAt: window.now }, window)
}

/** The same, without counting. */
export async function readWithin(tx: Transaction, key: string, window: Window): Promise<LimitWindow> {
  const counted = await throttles.find(tx, key, startOf(window))
  return within(counted ?? { count: 0, startedAt: window.now }, window)
}

export async function forgetCount(tx: Transaction, key: string): Promise<void> {
  await throttles.remove(tx, key)
}

function within({ count, startedAt }: throttles.AttemptCount, window: Window): LimitWindow {
  return { count, secondsLeft: secondsLeft(startedAt, window) }
}
