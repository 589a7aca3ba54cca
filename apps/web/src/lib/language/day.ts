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
