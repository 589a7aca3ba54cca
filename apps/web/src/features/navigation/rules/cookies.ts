import { paths } from '#web/lib/paths.ts'
import type { Arrival, Decision } from '../visit.ts'

/** 4. Without cookies there is one page only; with them that page is the start. */
export function cookies({ cookiesWork, path }: Arrival): Decision | null {
  const isThere = path === paths.cookiesBlocked()
  if (!cookiesWork) return isThere ? null : { kind: 'redirect', to: paths.cookiesBlocked() }
  return isThere ? { kind: 'redirect', to: paths.home() } : null
}
