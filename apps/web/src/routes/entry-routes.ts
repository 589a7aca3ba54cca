import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from './guard.ts'

/** Signing up, resetting a password, the company's sign-in: what comes before an account is signed in. */
export function entryRoutes(parent: () => AnyRoute): AnyRoute[] {
  const loader = () => loadCatalogs('entry')
  return [
    createRoute({
      getParentRoute: parent,
      path: '/signup',
      ...guard('unauthenticated'),
      loader,
      component: lazyRouteComponent(() => import('./signup.tsx'), 'SignupPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/mail-sent',
      loader,
      component: lazyRouteComponent(() => import('./signup-mail-sent.tsx'), 'SignupMailSentPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/confirm',
      loader,
      component: lazyRouteComponent(() => import('./signup-confirm.tsx'), 'SignupConfirmPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/steps',
      loader,
      component: lazyRouteComponent(() => import('./signup-steps.tsx'), 'SignupStepsPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/sso/error',
      loader,
      component: lazyRouteComponent(() => import('./sso-error.tsx'), 'SsoErrorPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/sso/error/company',
      loader,
      component: lazyRouteComponent(() => import('./sso-error.tsx'), 'SsoErrorCompanyPage'),
    }),
  ]
}
