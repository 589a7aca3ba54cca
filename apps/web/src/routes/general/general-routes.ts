import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { everyone, type Access, type Role } from '#web/lib/account/access.ts'
import { paths } from '#web/lib/paths.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { guard } from '../guard.ts'
import type { GeneralPath } from './general-pages.ts'

const pages: readonly [path: GeneralPath, access: Role | Access][] = [
  ['/logout', 'user'],
  ['/bye', 'unauthenticated'],
  ['/sorry', everyone],
  ['/signed', 'user'],
  ['/declined', 'user'],
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
  // The plans have an address of their own.
  const upgrade: AnyRoute = createRoute({
    getParentRoute: parent,
    path: '/upgrade',
    ...guard('user'),
    beforeLoad: () => {
      throw redirect({ href: paths.businessUpgrade(), replace: true })
    },
  })
  return [upgrade].concat(
    pages.map(([path, access]) =>
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
    ),
  )
}
