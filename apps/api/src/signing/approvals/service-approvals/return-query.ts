import type { NamedQuery } from '@countersign/contract/values.ts'

export type ReturnQuery = string | NamedQuery

/** As an address has it. */
export function asQuery(given: ReturnQuery): string {
  if (typeof given === 'string') return given
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === null ? [] : [[name, String(one)] as [string, string]])),
  )
  return new URLSearchParams(pairs).toString()
}

/** What the page wants to know again is kept as it was given, text or names. */
export const storedQuery = (given: ReturnQuery): string => JSON.stringify(given)

export function readStoredQuery(stored: string | null): ReturnQuery | null {
  if (stored === null) return null
  try {
    const read: unknown = JSON.parse(stored)
    if (typeof read === 'string' || (typeof read === 'object' && read !== null)) return read as ReturnQuery
  } catch {
    // One that was kept as plain text, before names were taken.
  }
  return stored
}
