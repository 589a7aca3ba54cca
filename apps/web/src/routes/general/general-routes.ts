import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { everyone, type Access, type Role } from '#web/lib/access.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from '../guard.ts'

const pages: readonly [
  path: string,
  access: Role | Access,
  component: ReturnType<typeof lazyRouteComponent>,
][] = [
  ['/logout', 'user', lazyRouteComponent(() => import('./logout.tsx'), 'LogoutPage')],
  ['/bye', 'unauthenticated', lazyRouteComponent(() => import('./bye.tsx'), 'ByePage')],
  ['/sorry', everyone, lazyRouteComponent(() => import('./sorry.tsx'), 'SorryPage')],
  ['/signed', 'user', lazyRouteComponent(() => import('./after-signing.tsx'), 'SignedPage')],
  ['/declined', 'user', lazyRouteComponent(() => import('./after-signing.tsx'), 'DeclinedPage')],
  ['/upgrade', 'user', lazyRouteComponent(() => import('./not-offered.tsx'), 'PlansNotOfferedPage')],
  ['/welcome', 'user', lazyRouteComponent(() => import('./welcome.tsx'), 'WelcomePage')],
  ['/not-available', 'user', lazyRouteComponent(() => import('./not-available.tsx'), 'NotAvailablePage')],
  ['/sendto', everyone, lazyRouteComponent(() => import('../hand-over-pages.tsx'), 'HandInPage')],
  ['/verify', everyone, lazyRouteComponent(() => import('../hand-over-pages.tsx'), 'VerifyPage')],
  ['/expired', 'unauthenticated', lazyRouteComponent(() => import('./expired.tsx'), 'ExpiredPage')],
  ['/maintenance', everyone, lazyRouteComponent(() => import('./maintenance.tsx'), 'MaintenancePage')],
  [
    '/cookiesblocked',
    'unauthenticated',
    lazyRouteComponent(() => import('./cookies-blocked.tsx'), 'CookiesBlockedPage'),
  ],
  [
    '/mab/redirect',
    'unauthenticated',
    lazyRouteComponent(() => import('../hand-over-pages.tsx'), 'SigningReturnPage'),
  ],
  ['/terms', everyone, lazyRouteComponent(() => import('./terms.tsx'), 'TermsPage')],
]

/** Pages that say one thing. */
export function generalRoutes(parent: () => AnyRoute): AnyRoute[] {
  return pages.map(([path, access, component]) =>
    createRoute({
      getParentRoute: parent,
      path,
      ...guard(access),
      loader: () => loadCatalogs('general'),
      component,
    }),
  )
}
