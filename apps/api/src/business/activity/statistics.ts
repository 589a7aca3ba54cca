import { addDays } from './read-range.ts'

// A business in figures: the pure part.

export interface Days {
  readonly from: string
  readonly to: string
}
export type Step = 'day' | 'week' | 'month'

/** Few enough columns to be told apart, enough to show a course. */
export function stepOf({ from, to }: Days): Step {
  const days = lengthOf({ from, to })
  if (days <= 62) return 'day'
  return days <= 366 ? 'week' : 'month'
}

export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** Where each column begins: the first with the range, the others with their day, their Monday or their month. */
export function columnsOf(range: Days, step: Step): string[] {
  const columns: string[] = []
  for (let day = range.from; day <= range.to; day = nextStart(day, step)) columns.push(day)
  return columns
}

function nextStart(day: string, step: Step): string {
  if (step === 'day') return addDays(day, 1)
  if (step === 'month')
    return addDays(`${day.slice(0, 7)}-01`, 32)
      .slice(0, 7)
      .concat('-01')
  const weekday = new Date(day).getUTCDay() || 7
  return addDays(day, 8 - weekday)
}

/** The whole months of a range, which are added up already, and the days that stick out of them. */
export function splitRange({ from, to }: Days): { readonly months: Days | null; readonly days: Days[] } {
  const first = from.endsWith('-01') ? from : nextStart(from, 'month')
  // The first day that is in no whole month any longer.
  const rest = `${addDays(to, 1).slice(0, 7)}-01`
  if (rest <= first) return { months: null, days: [{ from, to }] }
  const days = [
    { from, to: addDays(first, -1) },
    { from: rest, to },
  ]
  return { months: { from: first, to: addDays(rest, -1) }, days: days.filter((one) => one.from <= one.to) }
}

/** How many took so long: by the power of 1.05 that the seconds are under, as the database counts them. */
export interface Bucket {
  readonly bucket: number
  readonly amount: number
}

/** As near as the buckets are: a fortieth. Null where there is none. */
export function quantile(buckets: readonly Bucket[], share: number): number | null {
  const all = buckets.reduce((sum, { amount }) => sum + amount, 0)
  let passed = 0
  for (const { bucket, amount } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    passed += amount
    if (amount > 0 && passed >= all * share) return Math.round(1.05 ** (bucket + 0.5))
  }
  return null
}
