import type { GroupFilter } from '#api/business/provisioning/group-repository.ts'
import type { UserFilter } from '#api/business/provisioning/user-repository.ts'
import { isStorable } from './attribute-values.ts'
import { invalid } from './scim-error.ts'

const condition = /^\s*([\w:.$-]+)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i
const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

/** One comparison of an attribute with a text (RFC 7644 § 3.4.2.2); any other filter is refused, not ignored. */
function readComparison(filter: unknown): { readonly attribute: string; readonly value: string } | null {
  if (filter === undefined || filter === '') return null
  const [, attribute = '', quoted = ''] = (typeof filter === 'string' && condition.exec(filter)) || []
  return { attribute: attribute.replace(corePrefix, '').toLowerCase(), value: unquote(quoted) }
}

/** The text is one of JSON. */
function unquote(quoted: string): string {
  const text = parseJson(`"${quoted}"`)
  if (typeof text === 'string' && isStorable(text)) return text
  throw invalid('invalidFilter', 'The value of the filter is no text')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What providers look people up by. */
export function readFilter(filter: unknown): UserFilter {
  const found = readComparison(filter)
  if (found?.attribute === 'username') return { email: found.value }
  if (found?.attribute === 'externalid') return { externalId: found.value }
  if (found === null) return {}
  throw invalid('invalidFilter', 'Supported filters: userName eq "…", externalId eq "…"')
}

export function readGroupFilter(filter: unknown): GroupFilter {
  const found = readComparison(filter)
  if (found?.attribute === 'displayname') return { displayName: found.value }
  if (found?.attribute === 'externalid') return { externalId: found.value }
  if (found === null) return {}
  throw invalid('invalidFilter', 'Supported filters: displayName eq "…", externalId eq "…"')
}

export const mostResults = 200

/** One-based, and forgiving as RFC 7644 § 3.4.2.4 has it. */
export function readPage(query: Readonly<Record<string, unknown>>): {
  readonly startIndex: number
  readonly count: number
} {
  const startIndex = wholeNumber(query['startIndex'], 1)
  const count = wholeNumber(query['count'], 100)
  return { startIndex: Math.max(1, startIndex), count: Math.min(mostResults, Math.max(0, count)) }
}

function wholeNumber(given: unknown, fallback: number): number {
  if (given === undefined || given === '') return fallback
  const number = Number(given)
  if (!Number.isSafeInteger(number)) throw invalid('invalidValue', 'startIndex and count are whole numbers')
  return number
}
