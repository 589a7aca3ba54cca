import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

const pages = () => import('./identification.tsx')
const directPages = () => import('./direct-identification.tsx')

/** Identity verification and the choice of signature level: `arrive.ts` has the list of the pages. */
export function identificationRoute(parent: () => AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: '/profile/signature-standards/$law/{-$way}',
    beforeLoad: async ({ location }) => (await pages()).arrive(location),
    loader: async () => (await pages()).loadWords(),
    component: lazyRouteComponent(pages, 'IdentificationPage'),
  })
}

/** The same by a link. */
export function directIdentificationRoute(parent: () => AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: '/direct-sign/identification/$law/{-$way}',
    beforeLoad: async ({ location }) => (await directPages()).arrive(location),
    loader: async () => (await directPages()).loadWords(),
    component: lazyRouteComponent(directPages, 'DirectIdentificationPage'),
  })
}
