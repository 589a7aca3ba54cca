import { isolate } from './isolate.ts'
import { localeOf } from './language.ts'

/** '20 Nov 2026, 22:53' in the language's own way. */
export function formatDateTime(instant: string | Date, language: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return write(instant, language, options)
}

/** “Anna, Ben and Carla”: names and titles of any script, each in its own direction. */
export function formatList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names.map(isolate))
}

export function formatDate(instant: string | Date, language: string): string {
  return write(instant, language, { day: 'numeric', month: 'short', year: 'numeric' })
}

/** In French the first of a month is an ordinal number: 1er mars. */
function write(instant: string | Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(localeOf(language), options)
  if (language !== 'fr') return format.format(new Date(instant))
  const parts = format.formatToParts(new Date(instant))
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('')
}

export function formatTime(instant: string | Date, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
}

export function formatNumber(number: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language)).format(number)
}

/** Of 1: '40%'. */
export function formatPercent(part: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(part)
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** '2 hours ago', 'yesterday', 'in 3 days'; under a minute 'now'. */
export function formatRelative(instant: string | Date, language: string, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const format = (numeric: 'auto' | 'always', amount: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(localeOf(language), { numeric, style: 'short' }).format(amount, unit)
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) < length) continue
    // Yesterday is a day of the calendar, and 'last week' would be another one than seven days ago.
    if (unit === 'day') return format('auto', daysBetween(now, instant), unit)
    return format('always', Math.trunc(seconds / length), unit)
  }
  return format('auto', 0, 'second')
}

/** By the calendar where the person is, whose days don't all have 24 hours. */
function daysBetween(from: number, to: string | Date): number {
  const [first, last] = [new Date(from), new Date(to)].map((at) =>
    Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()),
  ) as [number, number]
  return (last - first) / 86_400_000
}

/** '340 kB', '12.5 MB'. */
export function formatSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: units[power]!,
    // The short form of byte has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}
