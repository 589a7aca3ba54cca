/** A count starts with the first time and is over so many milliseconds later; the next time starts another. */
export interface Window {
  readonly now: Date
  readonly period: number
}

/** A count that started before this is over. */
export function startOf({ now, period }: Window): Date {
  return new Date(now.getTime() - period)
}

/** Until a count that started then is over: one at the least. */
export function secondsLeft(startedAt: Date, { now, period }: Window): number {
  return Math.max(1, Math.ceil((startedAt.getTime() + period - now.getTime()) / 1000))
}
