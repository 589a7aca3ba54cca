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
      path: '/signup/sso',
      ...guard('user'),
      loader: async () => {
        const [{ loadUser }] = await Promise.all([import('#web/lib/current-user.ts'), loader()])
        await loadUser()
      },
      component: lazyRouteComponent(() => import('./signup-sso.tsx'), 'SignupSsoPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/flows/eidplus/new',
      loader,
      component: lazyRouteComponent(() => import('./signup-eidplus-new.tsx'), 'SignupEidPlusNewPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/signup/flows/eidplus/confirm',
      loader,
      component: lazyRouteComponent(() => import('./signup-eidplus-confirm.tsx'), 'SignupEidPlusConfirmPage'),
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
    createRoute({
      getParentRoute: parent,
      path: '/password-reset',
      loader,
      component: lazyRouteComponent(() => import('./password-reset.tsx'), 'PasswordResetPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/password-reset/mail-sent',
      loader,
      component: lazyRouteComponent(
        () => import('./password-reset-mail-sent.tsx'),
        'PasswordResetMailSentPage',
      ),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/password-reset/confirm',
      loader,
      component: lazyRouteComponent(() => import('./password-reset-confirm.tsx'), 'PasswordResetConfirmPage'),
    }),
    createRoute({
      getParentRoute: parent,
      path: '/password-reset/new',
      loader,
      component: lazyRouteComponent(() => import('./password-reset-new.tsx'), 'PasswordResetNewPage'),
    }),
  ]
}
