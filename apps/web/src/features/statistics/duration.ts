import { localeOf } from '#web/lib/language/language.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** '1.5 days', '4 hours', '35 minutes': one unit, with a decimal where it is below ten. */
export function formatDuration(seconds: number, language: string): string {
  const [unit, length] = units.find(([, one]) => seconds >= one) ?? units[3]
  const value = seconds / length
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: value < 10 && unit !== 'second' ? 1 : 0,
  }).format(value)
}
