import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { everyone } from '#web/lib/access.ts'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from './guard.ts'

// Few come here: what these pages need is loaded by those who do.
const words = async () => (await import('#web/features/hand-over/words.ts')).loadWords()

/** Handing a document in: for everybody. */
export function handInRoute(parent: () => AnyRoute): AnyRoute {
  const frame = createRoute({
    getParentRoute: parent,
    id: 'hand-in',
    ...guard(everyone),
    loader: words,
    component: lazyRouteComponent(() => import('./with-queries.tsx'), 'WithQueries'),
  })
  const page = createRoute({
    getParentRoute: () => frame,
    path: '/sendto',
    component: lazyRouteComponent(() => import('./hand-in.tsx'), 'HandInPage'),
  })
  return frame.addChildren([page])
}

/** Claiming one: for accounts. */
export function handOverRoute(parent: () => AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: '/sendto/$token',
    loader: () => Promise.all([words(), loadCatalogs('documents')]),
    component: lazyRouteComponent(() => import('./hand-over.tsx'), 'HandOverPage'),
  })
}
