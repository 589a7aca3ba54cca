import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { everyone, type Access, type Role } from '#web/lib/account/access.ts'
import { guard } from '../guard.ts'
import type { BusinessPath } from './pages.ts'

// Which page shows where, and with which words, is said in `pages.ts`.
const admins: readonly BusinessPath[] = [
  '/business/dashboard',
  '/business/activity',
  '/business/members',
  '/business/members/signer-groups',
  '/business/welcome',
  '/business/profile',
  '/business/developers/api',
  '/business/members/domains',
  '/business/company-sign-in',
  '/business/profile/aes-for-business',
  '/business/settings',
  '/business/extras',
  '/business/seals',
  '/business/seals/$accountname',
  '/business/billing/plan',
]

/** For anyone who comes without a business, or without an account. */
const openPages: readonly [path: BusinessPath, access: Role | Access][] = [
  ['/business/signup', 'unauthenticated'],
  ['/business/signup/mail-sent', 'unauthenticated'],
  ['/business/signup/steps', 'unauthenticated'],
  ['/aes-for-business/confirm', everyone],
  ['/invite/$id', everyone],
]

/** What the admins of a business look after, and how an account comes to one. */
export function businessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return [
    route(parent, '/business/register', { roles: ['user'], strict: true }),
    route(parent, '/business/upgrade', { roles: ['user', 'admin'], strict: true }),
    ...admins.map((path) => route(parent, path, 'admin')),
  ]
}

/** How one comes to a business. */
export function openBusinessRoutes(parent: () => AnyRoute): AnyRoute[] {
  return openPages.map(([path, access]) => route(parent, path, access))
}

function route(parent: () => AnyRoute, path: BusinessPath, access: Role | Access): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path,
    ...guard(access),
    component: lazyRouteComponent(async () => (await import('./pages.ts')).openPage(path), 'component'),
  })
}
