/** An instant as the day a date field takes, where the person is; empty for none. */
export function dayOf(instant: string | null): string {
  if (!instant) return ''
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The last second of a day where the person is. Null for no day, or for what is not one. */
export function endOfDay(day: string): string | null {
  const at = new Date(`${day}T23:59:59`)
  return day === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/**
 * The day, or empty where it is none that anyone means: while a year is typed, it is 2, 20 and 202. The service takes
 * these years wherever on earth the person is.
 */
export function meantDay(day: string): string {
  return day >= '1971' && day < '9998' ? day : ''
}

/** A day where the person is, from its first to its last millisecond: not each has 24 hours. */
export function spanOfDay(day: string): { from: string; to: string } {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const from = new Date(year, month - 1, date)
  const to = new Date(new Date(year, month - 1, date + 1).getTime() - 1)
  return { from: from.toISOString(), to: to.toISOString() }
}
