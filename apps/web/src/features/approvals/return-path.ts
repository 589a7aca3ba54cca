import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/**
 * Where the browser continues after a trust service's or a company's page. A direct link holds a secret: its path stays in
 * this tab and goes into no address and to no service.
 */
export const returnPath = tabMemory<{ readonly path: string; readonly requestId: string }>('signing-way-back')

/** What the page was opened with, but what the navigation has taken in already. */
export function queryWithoutMark(search: string): string {
  return search.startsWith('?') ? search.slice(1) : search
}

/** The page one left, with the query it was opened with. */
export function pathWith(path: string, query: string | null): string {
  return query ? `${path}?${query}` : path
}
