import { type Access, type Role } from '#web/lib/account/access.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open it and what is below it. Without one, everybody. */
    access?: Access
  }
}

/**
 * What a route says of who may open it: `createRoute({ ...guard('user'), … })`. The navigation rules read it, once for
 * the whole address; the route itself does nothing.
 */
export function guard(given: Role | Access): { staticData: { access: Access } } {
  return { staticData: { access: typeof given === 'string' ? { roles: [given] } : given } }
}
