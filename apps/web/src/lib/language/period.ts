import { meantDay } from './day.ts'

/** A time of so many days that someone chooses by a word: it continues meaning the same tomorrow. Days are those of UTC. */
export const periods = [
  'last-7',
  'last-30',
  'last-90',
  'last-365',
  'this-month',
  'last-month',
  'this-year',
  'all',
  'own',
] as const
export type Period = (typeof periods)[number]

/** The period, and the days where they are chosen one by one (YYYY-MM-DD, empty where open). */
export interface PeriodChoice {
  period: Period
  from: string
  to: string
}

/** First and last day, both within it; empty where open. */
export interface Days {
  from: string
  to: string
}

/** What an address says, and `otherwise` where it says nothing that is understood. */
export function readPeriod(search: URLSearchParams, otherwise: Period): PeriodChoice {
  const [from, to] = [dayIn(search.get('from')), dayIn(search.get('to'))]
  const named = periods.find((one) => one === search.get('period'))
  const period = named ?? (from || to ? 'own' : otherwise)
  return period === 'own' ? { period, from, to } : { period, from: '', to: '' }
}

/** The same as the parts of an address; `otherwise` is left out. */
export function writePeriod({ period, from, to }: PeriodChoice, otherwise: Period): Record<string, string> {
  if (period === 'own') return { period, ...(from && { from }), ...(to && { to }) }
  return period === otherwise ? {} : { period }
}

/** The days of a period as it is today. */
export function daysOf({ period, from, to }: PeriodChoice, today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  switch (period) {
    case 'all':
      return { from: '', to: '' }
    case 'own':
      return { from: meantDay(from), to: meantDay(to) }
    case 'this-month':
      return { from: dayAt(year, month, 1), to: today }
    case 'last-month':
      return { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) }
    case 'this-year':
      return { from: dayAt(year, 0, 1), to: today }
    default:
      return { from: daysBefore(today, Number(period.slice('last-'.length)) - 1), to: today }
  }
}

/** Both days are there, and the first is not after the last. */
export function isUpsideDown({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from > to
}

/** Today in UTC. */
export function todayInUtc(now = new Date()): string {
  return now.toISOString().slice(0, 10)
}

/** The day that many days before another. */
export function daysBefore(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return dayAt(year, month - 1, date - count)
}

function dayAt(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}

function dayIn(value: string | null): string {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return ''
  const at = new Date(value)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value ? '' : value
}
