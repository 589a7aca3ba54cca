import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/**
 * Where the browser continues after a trust service's or a company's page. A direct link holds a secret: its path stays in
 * this tab and goes into no address and to no service.
 */
export const returnPath = tabMemory<{ readonly path: string; readonly requestId: string }>('signing-way-back')

/** What the page was opened with, but what the navigation has taken in already; and whether it was in a frame. */
export function returnQuery(search: string, isFramed = false): string {
  const query = search.startsWith('?') ? search.slice(1) : search
  if (!isFramed) return query
  return query === '' ? 'framed=' : `${query}&framed=`
}

/** Back in a window of its own, of a signer who left a frame for it. */
export function wasFramed(query: unknown): boolean {
  return typeof query === 'string' && new URLSearchParams(query).has('framed')
}

/** The page one left, with the query it was opened with. */
export function pathWith(path: string, query: string | null): string {
  return query ? `${path}?${query}` : path
}
