import { isolate } from '#api/platform/values/isolate.ts'
import type { Wording } from './wording.ts'

/** A point in time, also as ISO 8601 text: what a job's payload makes of it. */
export type Instant = Date | string

const SUBJECT_TITLE_LENGTH = 100

/** The marks that turn the reading direction. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g
/** What mail programs make a link of: `scheme://`, `www.` and a host with a path. Each is cut after its beginning. */
const linkLike = /:(?=\/\/)|\bwww(?=\.)|[\p{L}\d-](?=\.\p{L}{2,}\/)/giu
const ZERO_WIDTH_SPACE = '\u200b'
const FIRST_STRONG_ISOLATE = '\u2068'
const LEFT_TO_RIGHT_MARK = '\u200e'

/**
 * Foreign text on one line: no line break that could become a header, no mark that turns the words around it, nothing that
 * a mail program makes a link of, and a name in a right-to-left alphabet isolated (Unicode UAX #9 §2.4), so that it does not
 * disturb its sentence.
 */
export function shownName(value: string): string {
  return isolate(oneLine(value))
}

/** The same for a title that is in a subject, cut where a list of mails would cut it anyway. */
export function shownTitle(value: string): string {
  const characters = [...oneLine(value)]
  const cut = characters.length > SUBJECT_TITLE_LENGTH
  return isolate(cut ? `${characters.slice(0, SUBJECT_TITLE_LENGTH - 1).join('')}…` : characters.join(''))
}

/** Foreign text that may have lines: they are kept, all other control characters go. */
export function shownLines(value: string): string[] {
  return value.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) =>
    line
      .replace(/\p{Cc}/gu, ' ')
      .replace(directionMarks, '')
      .trimEnd(),
  )
}

/** Of whom no zone is known. */
const home = 'Europe/Zurich'

/**
 * Date, time and time zone in the reader's language: the abbreviation where the language has one (CET, MESZ), else the distance from UTC
 * and the name. `timeZone` is an IANA name; RangeError for an unknown one.
 */
export function shownTime(at: Instant, { locale }: Wording, timeZone = home): string {
  if (locale.startsWith('fr')) return frenchTime(at, locale, timeZone)
  return textOf(
    timeParts(at, locale, timeZone, 'short').map((part) => {
      const isDistance = part.type === 'timeZoneName' && /\d/.test(part.value)
      return isDistance ? { value: `${part.value} (${zoneName(at, locale, timeZone)})` } : part
    }),
  )
}

/** French has no abbreviations for time zones, and an hour of its own: 14 h 05 (heure suisse). */
function frenchTime(at: Instant, locale: string, timeZone: string): string {
  const name = timeZone === home && !isTwice(at, timeZone) ? 'heure suisse' : zoneName(at, locale, timeZone)
  const parts = timeParts(at, locale, timeZone, 'long').map(({ type, value }) => {
    if (type === 'day') return { value: frenchDay(value) }
    if (type === 'literal') return { value: value.replace(':', '\u00a0h\u00a0') }
    return { value: type === 'timeZoneName' ? `(${name})` : value }
  })
  return textOf(parts)
}

/** With the time of the year: Eastern Standard Time, Eastern Daylight Time. */
function zoneName(at: Instant, locale: string, timeZone: string): string {
  const named = timeParts(at, locale, timeZone, 'long').find(({ type }) => type === 'timeZoneName')
  return named?.value ?? timeZone
}

/** In the hour that clocks show twice, when summer time ends, the name has to say which of the two is meant. */
function isTwice(at: Instant, timeZone: string): boolean {
  const clock = (hours: number) => {
    const then = new Date(new Date(at).getTime() + hours * 3_600_000)
    return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
      then,
    )
  }
  return [-1, 1].some((hours) => clock(hours) === clock(0))
}

function timeParts(at: Instant, locale: string, timeZone: string, timeZoneName: 'short' | 'long') {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName,
  }).formatToParts(new Date(at))
}

/** A date alone, in the reader's language. */
export function shownDay(at: Instant, { locale }: Wording, timeZone = home): string {
  const parts = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).formatToParts(new Date(at))
  if (!locale.startsWith('fr')) return textOf(parts)
  return textOf(parts.map((part) => (part.type === 'day' ? { value: frenchDay(part.value) } : part)))
}

/** The first of a month is an ordinal number: 1er mars. */
const frenchDay = (day: string) => (day === '1' ? '1er' : day)

const textOf = (parts: readonly { readonly value: string }[]) => parts.map(({ value }) => value).join('')

/**
 * Our sentences read from left to right; a subject that begins with an isolated name says so, as a list of mails goes
 * by the first letter that it meets.
 */
export function shownSubject(subject: string): string {
  return subject.startsWith(FIRST_STRONG_ISOLATE) ? LEFT_TO_RIGHT_MARK + subject : subject
}

function oneLine(value: string): string {
  return value
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(linkLike, `$&${ZERO_WIDTH_SPACE}`)
}
