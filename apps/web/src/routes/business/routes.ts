import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { everyone, type Access, type Role } from '#web/lib/access.ts'
import { guard } from '../guard.ts'
import type { BusinessPath } from './pages.ts'

// Which page shows where, and with which words, is said in `pages.ts`.
const pages: readonly [path: BusinessPath, access: Role | Access][] = [
  ['/business/dashboard', 'admin'],
  ['/business/activity', 'admin'],
  ['/business/members', 'admin'],
  ['/business/members/signer-groups', 'admin'],
  ['/business/register', { roles: ['user'], strict: true }],
  ['/business/welcome', 'admin'],
  ['/business/profile', 'admin'],
  ['/business/developers/api', 'admin'],
  ['/business/members/domains', 'admin'],
  ['/business/profile/aes-for-business', 'admin'],
  ['/business/settings', 'admin'],
  ['/business/extras', 'admin'],
  ['/business/seals', 'admin'],
  ['/business/seals/$accountname', 'admin'],
]

/** For whoever comes without an account, too. */
const openPages: typeof pages = [
  ['/business/signup', 'unauthenticated'],
  ['/business/signup/mail-sent', 'unauthenticated'],
  ['/business/signup/steps', 'unauthenticated'],
  ['/aes-for-business/confirm', everyone],
  ['/invite/$id', everyone],
]

/** What the admins of a business look after. */
export function businessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return routesOf(pages, parent)
}

/** How one comes to a business. */
export function openBusinessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return routesOf(openPages, parent)
}

function routesOf(given: typeof pages, parent: () => AnyRoute): AnyRoute[] {
  return given.map(([path, access]) =>
    createRoute({
      getParentRoute: parent,
      path,
      ...guard(access),
      component: lazyRouteComponent(async () => (await import('./pages.ts')).openPage(path), 'component'),
    }),
  )
}
