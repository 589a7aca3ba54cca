import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

const arrive = async (given: { location: { pathname: string; searchStr: string } }) =>
  (await import('#web/features/identification/arrive.ts')).arrive(given.location)
const loader = async () => (await import('#web/features/identification/words.ts')).loadWords()

/** Being identified: `arrive.ts` has the list of its pages. */
export function identificationRoute(parent: () => AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: '/profile/signature-standards/$law/{-$way}',
    beforeLoad: arrive,
    loader,
    component: lazyRouteComponent(() => import('./identification.tsx'), 'IdentificationPage'),
  })
}

/** The same by a link. */
export function directIdentificationRoute(parent: () => AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: '/direct-sign/identification/$law/{-$way}',
    beforeLoad: arrive,
    loader,
    component: lazyRouteComponent(() => import('./direct-identification.tsx'), 'DirectIdentificationPage'),
  })
}
