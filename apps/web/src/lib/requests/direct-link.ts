import { isCallError } from '../calls/call-error.ts'
import type { IdentificationPage } from '../paths.ts'
import { tabMemory } from '../browser/tab-memory.ts'

/** The two ids of a personal link, and where in its document one was. */
export interface StoredLink {
  readonly id: string
  readonly userid: string
  /** What else the address said, such as that nothing is to be downloaded. */
  readonly query: string
}

/**
 * The link by which someone came who is being identified. The user id is a secret: it stays in this tab, and the
 * provider's page, which leads back here, never sees it.
 */
export const directLink = tabMemory<StoredLink>('direct-link')

/** The link opens nothing, or nothing any longer: it was delegated, removed, replaced by an account, or is wrong. */
export const isLinkOver = (failure: unknown): boolean =>
  isCallError(failure) && failure.key.startsWith('auth.link_')

const own = ['id', 'userid']

/** The link in an address, with what else is there; null where it has none. */
export function linkIn(query: URLSearchParams): StoredLink | null {
  const [id, userid] = own.map((name) => query.get(name))
  if (!id || !userid) return null
  const rest = new URLSearchParams(query)
  for (const name of own) rest.delete(name)
  return { id, userid, query: rest.toString() }
}

/** A page of being identified by a link: with its two ids, unless this tab has them already. */
export function directIdentification(
  page: IdentificationPage,
  link: { readonly id: string; readonly userid: string } | null = null,
): string {
  const path = `/direct-sign/identification/${page}`
  return link ? `${path}?${new URLSearchParams({ id: link.id, userid: link.userid })}` : path
}
