import { Id } from '@countersign/contract/values.ts'
import { isTimeZone } from '#api/platform/values/time-zone.ts'
import { invalid } from './scim-error.ts'

/** Entra ID sends it as text. */
export function readActive(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalid('invalidValue', 'active is true or false')
}

export function readExternalId(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string' && value.length <= 255 && isStorable(value)) return value
  throw invalid('invalidValue', 'externalId is a text of up to 255 characters')
}

/**
 * A name of the IANA database, as RFC 7643 § 4.1.1 has it. Undefined where it stays as it is: whatever a message that deactivates someone
 * says of their time zone, they leave.
 */
export function readTimeZone(
  value: unknown,
  { active }: { readonly active?: boolean | undefined },
): string | null | undefined {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string' && isTimeZone(value)) return value
  if (active === false) return undefined
  throw invalid('invalidValue', 'timezone is no time zone that is known here, such as Europe/Zurich')
}

/** Those of the attributes that are given. Their names are in any case, and null is the same as left out (RFC 7643 § 2.1, 2.5). */
export function readAttributes(given: unknown, names: readonly string[]): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const known = new Map(names.map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(given).flatMap(([written, value]: [string, unknown]) => {
      const name = known.get(written.toLowerCase())
      return name === undefined || value === null ? [] : [[name, value] as const]
    }),
  )
}

/** PostgreSQL stores neither NUL nor halves of characters. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

export const isId = (text: string): boolean => Id.safeParse(text).success

/** Names are one line: control characters and halves of characters are replaced. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
