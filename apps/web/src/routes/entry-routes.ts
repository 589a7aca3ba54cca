import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import type { EntryPath } from './entry-pages.ts'
import { guard } from './guard.ts'

const words = () => loadCatalogs('entry')
const component = (path: EntryPath) =>
  lazyRouteComponent(async () => (await import('./entry-pages.ts')).openPage(path), 'component')

const open: readonly EntryPath[] = [
  '/signup/mail-sent',
  // A person who signs up to claim a document comes back to it: /signup/confirm/sendto/{token}.
  '/signup/confirm/{-$sendto}/{-$token}',
  '/signup/steps',
  '/signup/flows/eidplus/new',
  '/signup/flows/eidplus/confirm',
  '/sso/error',
  '/sso/error/company',
  '/password-reset',
  '/password-reset/mail-sent',
  '/password-reset/confirm',
  '/password-reset/new',
]

/** Signing up, resetting a password, the company's sign-in: what comes before an account is signed in. */
export function entryRoutes(parent: () => AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: parent,
      path: '/signup',
      ...guard('unauthenticated'),
      loader: words,
      component: component('/signup'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/sso',
      ...guard('user'),
      loader: async () => {
        const [{ loadUser }] = await Promise.all([import('#web/lib/account/current-user.ts'), words()])
        await loadUser()
      },
      component: component('/signup/sso'),
    }),
    ...open.map((path) =>
      createRoute({ getParentRoute: parent, path, loader: words, component: component(path) }),
    ),
  ]
}
