import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { isFramed } from '#web/lib/browser/framed.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { parseSearch, stringifySearch } from '#web/lib/browser/search-parameters.ts'
import { chooseTab } from './choose-tab.ts'
import { PagePending } from '#web/ui/layout/page-pending.tsx'
import { businessRoutes, openBusinessRoutes } from './business/routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { generalRoutes } from './general/general-routes.ts'
import { guard } from './guard.ts'
import { directIdentificationRoute } from './identification/identification-routes.ts'
import { PageError } from './page-error.tsx'
import { profileRoutes } from './profile/profile-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { followRules, Root, type RootContext } from './root.tsx'

const root = createRootRouteWithContext<RootContext>()({
  component: Root,
  beforeLoad: followRules,
  notFoundComponent: lazyRouteComponent(async () => {
    await loadCatalogs('general')
    return import('./general/not-found.tsx')
  }, 'NotFoundPage'),
  errorComponent: PageError,
})

const below = () => root

const login = createRoute({
  getParentRoute: below,
  path: '/login',
  ...guard('unauthenticated'),
  component: lazyRouteComponent(() => import('./login.tsx'), 'LoginPage'),
})
const signedIn = createRoute({
  getParentRoute: below,
  id: 'signed-in',
  ...guard('user'),
  loader: async () => {
    const [{ loadUser }] = await Promise.all([
      import('#web/lib/account/current-user.ts'),
      loadCatalogs('signedIn'),
    ])
    await loadUser()
  },
  component: lazyRouteComponent(() => import('./with-queries.tsx'), 'WithQueries'),
})
const dashboardPage = lazyRouteComponent(() => import('./dashboard.tsx'), 'DashboardPage')
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: chooseTab,
  loader: () => loadCatalogs('requests'),
  component: dashboardPage,
})
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  beforeLoad: chooseTab,
  loader: () => loadCatalogs('requests'),
  component: dashboardPage,
})
const upload = createRoute({
  getParentRoute: () => signedIn,
  path: '/upload',
  loader: () => loadCatalogs('requests'),
  component: lazyRouteComponent(() => import('./upload.tsx'), 'UploadPage'),
})
const compose = createRoute({
  getParentRoute: () => signedIn,
  path: '/compose/$id',
  loader: () => loadCatalogs('documents', 'compose'),
  component: lazyRouteComponent(() => import('./compose.tsx'), 'ComposePage'),
})
const view = createRoute({
  getParentRoute: () => signedIn,
  path: '/view/$id',
  loader: () => loadCatalogs('documents'),
  component: lazyRouteComponent(() => import('./view.tsx'), 'ViewPage'),
})
const anonymousUpload = createRoute({
  getParentRoute: () => signedIn,
  path: '/sendto/$token',
  component: lazyRouteComponent(() => import('./public-pages.tsx'), 'ClaimDocumentPage'),
})
const success = createRoute({
  getParentRoute: () => signedIn,
  path: '/success/$id',
  loader: () => loadCatalogs('documents'),
  component: lazyRouteComponent(() => import('./direct-sign/success.tsx'), 'SuccessPage'),
})

const byLink = createRoute({
  getParentRoute: below,
  id: 'by-link',
  ...guard('nas'),
  loader: () => loadCatalogs('documents'),
  component: lazyRouteComponent(() => import('./with-queries.tsx'), 'WithQueries'),
})
const directSignPage = lazyRouteComponent(() => import('./direct-sign/direct-sign.tsx'), 'DirectSignPage')
const directSign = createRoute({
  getParentRoute: () => byLink,
  path: '/direct-sign/$id/$userid',
  component: directSignPage,
})
const directView = createRoute({
  getParentRoute: () => byLink,
  path: '/view/$id/$userid',
  component: directSignPage,
})
const directSignPreview = createRoute({
  getParentRoute: () => byLink,
  path: '/direct-sign/$id/$userid/preview',
  component: lazyRouteComponent(
    () => import('./direct-sign/direct-sign-preview.tsx'),
    'DirectSignPreviewPage',
  ),
})
// Without both ids a direct link says nothing: the visitor may sign in.
const directSignAlone = createRoute({
  getParentRoute: below,
  path: '/direct-sign/{-$id}',
  beforeLoad: () => {
    throw redirect({ href: paths.login(), replace: true })
  },
})

const tree = root.addChildren([
  login,
  ...entryRoutes(below),
  ...generalRoutes(below),
  ...openBusinessRoutes(below),
  signedIn.addChildren([
    home,
    dashboard,
    upload,
    compose,
    view,
    success,
    anonymousUpload,
    ...templateRoutes(() => signedIn),
    ...profileRoutes(() => signedIn),
    ...businessRoutes(() => signedIn),
  ]),
  byLink.addChildren([directSign, directView, directSignPreview, directIdentificationRoute(() => byLink)]),
  directSignAlone,
])

export const router = createRouter({
  routeTree: tree,
  context: { loadScripts },
  parseSearch,
  stringifySearch,
  // It is kept in the browser's own storage.
  scrollRestoration: !isFramed,
  defaultPendingMs: 300,
  defaultPendingComponent: PagePending,
  trailingSlash: 'never',
})

function loadScripts(routeIds: readonly string[]): void {
  const routes: Record<string, AnyRoute> = router.routesById
  for (const id of routeIds) {
    // One that cannot be loaded says so when its page is to be shown.
    const route = routes[id]
    if (route) router.loadRouteChunk(route)?.catch(() => undefined)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The id under which the service's log has what went wrong. */
    failureId?: string | undefined
    /** The documents of a link are looked at although nothing is left to do. */
    looking?: boolean | undefined
  }
}
