import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { Access, Role } from '#web/lib/access.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from '../guard.ts'

const business = lazyRouteComponent(() => import('./not-offered.tsx'), 'BusinessNotOfferedPage')

const pages: readonly [path: string, access: Role | Access, component: typeof business][] = [
  ['/business/upgrade', { roles: ['user', 'admin'], strict: true }, business],
  ['/business/billing/plan', 'admin', business],
]

/** Parts of the product that this installation does not offer yet: who may open them is told so, and shown a way on. */
export function notOfferedRoutes(parent: () => AnyRoute): AnyRoute[] {
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
