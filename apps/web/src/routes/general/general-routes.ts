import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { everyone, type Access, type Role } from '#web/lib/access.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from '../guard.ts'
import type { GeneralPath } from './general-pages.ts'

const pages: readonly [path: GeneralPath, access: Role | Access][] = [
  ['/logout', 'user'],
  ['/bye', 'unauthenticated'],
  ['/sorry', everyone],
  ['/signed', 'user'],
  ['/declined', 'user'],
  ['/upgrade', 'user'],
  ['/welcome', 'user'],
  ['/not-available', 'user'],
  ['/sendto', everyone],
  ['/verify', everyone],
  ['/expired', 'unauthenticated'],
  ['/maintenance', everyone],
  ['/cookiesblocked', 'unauthenticated'],
  ['/mab/redirect', 'unauthenticated'],
  ['/terms', everyone],
]

/** Pages that say one thing. */
export function generalRoutes(parent: () => AnyRoute): AnyRoute[] {
  return pages.map(([path, access]) =>
    createRoute({
      getParentRoute: parent,
      path,
      ...guard(access),
      loader: () => loadCatalogs('general'),
      component: lazyRouteComponent(
        async () => (await import('./general-pages.ts')).openPage(path),
        'component',
      ),
    }),
  )
}
