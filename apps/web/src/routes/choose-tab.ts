import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { readCookie } from '#web/lib/browser/cookie.ts'
import { tabCookie, tabOf } from '#web/lib/requests/dashboard-tab.ts'

/** Without a valid tab: the last chosen one, or the inbox. What else the address says stays. */
export function chooseTab({ location }: { location: ParsedLocation }): void {
  const search = new URLSearchParams(location.searchStr)
  if (location.pathname === '/dashboard' && tabOf(search.get('tab'))) return
  search.set('tab', tabOf(search.get('tab')) ?? tabOf(readCookie(tabCookie)) ?? 'inbox')
  throw redirect({ href: `/dashboard?${search}`, replace: true })
}
