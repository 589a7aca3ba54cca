import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { localeOf } from '#web/lib/language/language.ts'

export interface NamedZone {
  /** IANA */
  readonly value: string
  /** 'Lisbon (Europe), GMT+1': the city first, as one types it to get there. */
  readonly label: string
}

/**
 * The zones that this browser knows, by city, and `kept`, which it may not know or have another name for. The offsets are those of
 * `at`: they change with summer time.
 */
export function timeZones(kept: string | null, language: string, at: Date): NamedZone[] {
  const names = new Set([...knownZones(), ...(kept === null ? [] : [kept])])
  return [...names]
    .map((value) => ({ value, label: labelOf(value, language, at) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, localeOf(language)))
}

/** A browser from before 2022 can't list them. */
function knownZones(): string[] {
  const own = ownTimeZone()
  return 'supportedValuesOf' in Intl ? [...Intl.supportedValuesOf('timeZone'), own] : [own]
}

function labelOf(zone: string, language: string, at: Date): string {
  const [city = zone, ...regions] = zone.replaceAll('_', ' ').split('/').toReversed()
  const place = regions.length === 0 ? city : `${city} (${regions.toReversed().join(', ')})`
  return [place, offsetOf(zone, language, at)].filter(Boolean).join(', ')
}

/** 'GMT+1', in French 'UTC+1'; nothing where the browser doesn't know the zone. */
function offsetOf(timeZone: string, language: string, at: Date): string {
  try {
    const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'shortOffset' })
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
