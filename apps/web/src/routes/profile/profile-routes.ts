import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { identificationRoute } from '../identification/identification-routes.ts'

/** One's own account. */
export function profileRoutes(parent: () => AnyRoute): AnyRoute[] {
  const profile = createRoute({
    getParentRoute: parent,
    id: 'own-account',
    loader: () => loadCatalogs('profile', 'profileErrors'),
  })
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => profile, path: `/profile${path}`, component })

  profile.addChildren([
    page(
      '',
      lazyRouteComponent(() => import('./profile.tsx'), 'ProfilePage'),
    ),
    page(
      '/confirm',
      lazyRouteComponent(() => import('./profile-confirm.tsx'), 'ProfileConfirmPage'),
    ),
    page(
      '/settings',
      lazyRouteComponent(() => import('./profile-settings.tsx'), 'SettingsPage'),
    ),
    page(
      '/change-password',
      lazyRouteComponent(() => import('./profile-change-password.tsx'), 'ChangePasswordPage'),
    ),
    createRoute({
      getParentRoute: () => profile,
      path: '/profile/visual-signature',
      loader: () => loadCatalogs('visualSignatures'),
      component: lazyRouteComponent(() => import('../visual-signature.tsx'), 'VisualSignaturePage'),
    }),
    createRoute({
      getParentRoute: () => profile,
      path: paths.signerGroups(),
      loader: async () => (await import('#web/features/signer-groups/words.ts')).loadWords(),
      component: lazyRouteComponent(() => import('../signer-groups.tsx'), 'SignerGroupsPage'),
    }),
    page(
      '/signature-standards',
      lazyRouteComponent(() => import('./profile-qualities.tsx'), 'QualitiesPage'),
    ),
    identificationRoute(() => profile),
  ])
  return [profile]
}
