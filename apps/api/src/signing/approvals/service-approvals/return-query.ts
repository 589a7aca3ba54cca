import type { Reader } from '#api/platform/db/transaction.ts'
import { findBusinessOfSender } from '#api/business/businesses/find-business-of.ts'
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

/** exitURL, exitUrl and exit_url are one name (docs/api.md), and so are these. */
const named = (query: URLSearchParams, name: string) =>
  [...query].find(([spelling]) => spelling.replaceAll('_', '').toLowerCase() === name)?.[1]

/**
 * Where the browser goes from a trust service's page if the signer left a frame for it: to the website that showed the frame, if
 * the sender's business still allows that website. The link's own address said where, so anything else would be an open redirect.
 */
export async function findReturnUrl(
  db: Reader,
  requestId: string | undefined,
  given: ReturnQuery | null,
): Promise<string | null> {
  if (given === null || requestId === undefined) return null
  const query = new URLSearchParams(asQuery(given))
  const address = named(query, 'returnurl')
  if (!query.has('framed') || !address || !URL.canParse(address)) return null
  const { origin, username, password, href } = new URL(address)
  if (username !== '' || password !== '') return null
  const business = await findBusinessOfSender(db, requestId)
  return business?.settings.embedding.origins.includes(origin) ? href : null
}
