import type { PeriodUnit } from '../resources.ts'

const day = 86_400

/**
 * The end of a term of so many periods. A term that began on the 31st ends on the last day of a short month, and the next
 * one on the 31st again: `dayOfMonth` is the day that it began on first.
 */
export function addPeriod(
  from: number,
  count: number,
  unit: PeriodUnit,
  dayOfMonth = dayOfMonthAt(from),
): number {
  if (unit === 'day') return from + count * day
  if (unit === 'week') return from + count * 7 * day
  const start = new Date(from * 1000)
  const months = start.getUTCMonth() + (unit === 'year' ? 12 * count : count)
  const last = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const moved = Date.UTC(start.getUTCFullYear(), months, Math.min(dayOfMonth, last))
  return Math.floor(moved / 1000) + (from % day)
}

export function dayOfMonthAt(seconds: number): number {
  return new Date(seconds * 1000).getUTCDate()
}

/** The part of an amount that falls to the time from `now` to `to`, rounded half up to a cent. */
export function prorate(amount: number, from: number, to: number, now: number): number {
  if (to <= from) return 0
  const share = Math.min(1, Math.max(0, (to - now) / (to - from)))
  return Math.round(amount * share)
}

/** What an amount per period comes to in a month, for `mrr`. */
export function perMonth(amount: number, count: number, unit: PeriodUnit): number {
  const months = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 }[unit] * count
  return Math.round(amount / months)
}
