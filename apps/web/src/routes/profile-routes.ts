import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { loadCatalogs } from '#web/lib/i18n.ts'

/** One's own account. */
export function profileRoutes(parent: () => AnyRoute): AnyRoute[] {
  const profile = createRoute({
    getParentRoute: parent,
    id: 'own-account',
    loader: () => loadCatalogs('profile', 'profileErrors'),
  })
  const below = () => profile
  profile.addChildren([
    createRoute({
      getParentRoute: below,
      path: '/profile',
      component: lazyRouteComponent(() => import('./profile.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/profile/confirm',
      component: lazyRouteComponent(() => import('./profile-confirm.tsx'), 'ProfileConfirmPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/profile/settings',
      component: lazyRouteComponent(() => import('./profile-settings.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: below,
      path: '/profile/visual-signature',
      loader: () => loadCatalogs('visualSignatures'),
      component: lazyRouteComponent(() => import('./visual-signature.tsx'), 'VisualSignaturePage'),
    }),
  ])
  return [profile]
}
