import { writePeriod, type PeriodChoice } from '#web/lib/language/period.ts'
import { paths } from '#web/lib/paths.ts'

/** The signatures behind a figure, as a list. */
export function signatureList(period: PeriodChoice, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ tab: 'signatures', ...writePeriod(period, 'all'), ...more })
  return `${paths.businessActivity()}?${search}`
}
