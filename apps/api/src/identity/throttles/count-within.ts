import type { Transaction } from '#api/platform/db/transaction.ts'
import * as throttles from './repository.ts'

/** Several counts at once. */
export { type Count, increment as countTogether } from './repository.ts'

// Counted with what they are about: in its transaction, and not where that is undone.

export interface Span {
  readonly now: Date
  readonly period: number
}

interface Within {
  readonly count: number
  readonly secondsLeft: number
}

/** How often this key has come within a period that began with its first time, this time included. */
export async function countWithin(tx: Transaction, key: string, span: Span): Promise<Within> {
  const [counted] = await throttles.increment(tx, [{ key, by: 1 }], {
    now: span.now,
    since: startOf(span),
  })
  return within(counted ?? { count: 1, startedAt: span.now }, span)
}

/** The same, without counting. */
export async function readWithin(tx: Transaction, key: string, span: Span): Promise<Within> {
  return within((await throttles.find(tx, key, startOf(span))) ?? { count: 0, startedAt: span.now }, span)
}

export async function forgetCount(tx: Transaction, key: string): Promise<void> {
  await throttles.remove(tx, key)
}

const startOf = ({ now, period }: Span) => new Date(now.getTime() - period)

function within({ count, startedAt }: throttles.Counted, { now, period }: Span): Within {
  const secondsLeft = Math.max(1, Math.ceil((startedAt.getTime() + period - now.getTime()) / 1000))
  return { count, secondsLeft }
}
