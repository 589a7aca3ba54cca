import { wrongField } from '#api/platform/refusal.ts'
import type { DayRange } from './activity.ts'

/** The days that were asked for. */
export function readRange(given: {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
}): DayRange {
  const { start_date: from = null, end_date: to = null } = given
  if (from !== null && to !== null && to < from)
    throw wrongField('end_date', 'too_small', 'Must not be before the first day')
  return { from, to }
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * 86_400_000))
}

/** In UTC. Days are compared as text: that is right only where the year has four digits. */
export function dayOf(at: Date): string {
  const written = at.toISOString()
  if (!/^\d{4}-/.test(written)) throw new RangeError(`The year of ${written} doesn’t have four digits`)
  return written.slice(0, 10)
}
