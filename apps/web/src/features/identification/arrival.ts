import { notFound, redirect } from '@tanstack/react-router'
import { directIdentification, directLink, linkIn } from '#web/lib/requests/direct-link.ts'
import { paths, type IdentificationPage } from '#web/lib/paths.ts'
import { isBackFromService } from './service-return.ts'

/** Pages of the same address that only an account has. */
const qualityPages = new Set(['update', 'mobile-id', 'legislation'])

/** Every page, and whether one begins there: the service leads back to where one left. */
const pages: Record<IdentificationPage, 'begins' | 'shows'> = {
  eidas: 'shows',
  'eidas/self': 'begins',
  'eidas/video': 'begins',
  'eidas/external-sc': 'begins',
  zertes: 'shows',
  'zertes/auto': 'begins',
  'zertes/video': 'begins',
  'zertes/loc': 'begins',
  'zertes/external-sc': 'begins',
  'zertes/personal-details': 'begins',
  'id-austria-success': 'shows',
  status: 'shows',
}

/** The page of an address; null where there is none. */
export function pageIn(path: string): IdentificationPage | null {
  const page = lastOf(path)
  return Object.hasOwn(pages, page) ? (page as IdentificationPage) : null
}

function lastOf(path: string): string {
  return path.replace(/^\/(profile\/signature-standards|direct-sign\/identification)\//, '')
}

/** Before a page is shown: whether there is one, by whose link one came, and whether one is back from the service. */
export function arrive({ pathname, searchStr }: { pathname: string; searchStr: string }): void {
  const page = pageIn(pathname)
  const isDirect = pathname.startsWith('/direct-sign/')
  if (!isDirect && qualityPages.has(lastOf(pathname))) return
  if (page === null) throw notFound()
  if (isDirect) keepLink(pathname, searchStr)
  if (pages[page] === 'shows' || !isBackFromService()) return
  const href = isDirect ? directIdentification('status') : paths.qualities('status')
  // What has become of it is there.
  throw redirect({ href, replace: true })
}

/** The two ids of a link leave the address as soon as this tab has them. */
function keepLink(path: string, search: string): void {
  const link = linkIn(new URLSearchParams(search))
  if (!link) return
  directLink.keep(link)
  throw redirect({ href: link.query === '' ? path : `${path}?${link.query}`, replace: true })
}
