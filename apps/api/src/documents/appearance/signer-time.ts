import { isTimeZone } from '#api/platform/values/time-zone.ts'
import { dateFormat } from './date-format.ts'

const locales: Record<string, string> = { en: 'en-GB', de: 'de-CH', fr: 'fr-CH', it: 'it-CH' }

/** `22.11.2026, 21:55 MEZ`: when, as the signer's own clock had it, with the zone's abbreviation. */
export function signerTime(at: Date, timeZone: string | null, language: string): string {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  const locale = locales[language] ?? 'en-GB'
  const date = dateFormat(locale, {
    timeZone: zone,
    day: '2-digit',
    // The order of day and month is no question where the month is a word.
    month: locale === 'en-GB' ? 'short' : '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return `${date.replaceAll('\u202f', ' ')} ${abbreviation(at, zone, locale)}`
}

/** `27.11.2026`: a day (ISO 8601), as it is written in a language. */
export function signerDate(day: string, language: string): string {
  const locale = locales[language] ?? 'en-GB'
  return dateFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: locale === 'en-GB' ? 'short' : '2-digit',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The day that it was then where the signer is (ISO 8601). */
export function signerDay(at: Date, timeZone: string | null): string {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  // The Swedish notation is that of ISO 8601.
  return dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
}

/** French has none: the English one is the one in use. */
function abbreviation(at: Date, timeZone: string, locale: string): string {
  const named = locale === 'fr-CH' ? 'en-GB' : locale
  const parts = dateFormat(named, { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}
