import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { loadCatalogs } from '#web/lib/i18n.ts'
import { guard } from './guard.ts'

const words = () => loadCatalogs('entry')

/** Signing up, resetting a password, the company's sign-in: what comes before an account is signed in. */
export function entryRoutes(parent: () => AnyRoute): AnyRoute[] {
  const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: parent, path, loader: words, component })
  return [
    createRoute({
      getParentRoute: parent,
      path: '/signup',
      ...guard('unauthenticated'),
      loader: words,
      component: lazyRouteComponent(() => import('./signup.tsx'), 'SignupPage'),
    }),
    page(
      '/signup/mail-sent',
      lazyRouteComponent(() => import('./signup-mail-sent.tsx'), 'SignupMailSentPage'),
    ),
    page(
      // Whoever was handed a document or invited, and signs up for it, comes back to it: /signup/confirm/sendto/{token}.
      '/signup/confirm/{-$sendto}/{-$token}',
      lazyRouteComponent(() => import('./signup-confirm.tsx'), 'SignupConfirmPage'),
    ),
    page(
      '/signup/steps',
      lazyRouteComponent(() => import('./signup-steps.tsx'), 'SignupStepsPage'),
    ),
    createRoute({
      getParentRoute: parent,
      path: '/signup/sso',
      ...guard('user'),
      loader: async () => {
        const [{ loadUser }] = await Promise.all([import('#web/lib/current-user.ts'), words()])
        await loadUser()
      },
      component: lazyRouteComponent(() => import('./signup-sso.tsx'), 'SignupSsoPage'),
    }),
    page(
      '/signup/flows/eidplus/new',
      lazyRouteComponent(() => import('./signup-eidplus-new.tsx'), 'SignupEidPlusNewPage'),
    ),
    page(
      '/signup/flows/eidplus/confirm',
      lazyRouteComponent(() => import('./signup-eidplus-confirm.tsx'), 'SignupEidPlusConfirmPage'),
    ),
    page(
      '/sso/error',
      lazyRouteComponent(() => import('./sso-error.tsx'), 'SsoErrorPage'),
    ),
    page(
      '/sso/error/company',
      lazyRouteComponent(() => import('./sso-error.tsx'), 'SsoErrorCompanyPage'),
    ),
    page(
      '/password-reset',
      lazyRouteComponent(() => import('./password-reset.tsx'), 'PasswordResetPage'),
    ),
    page(
      '/password-reset/mail-sent',
      lazyRouteComponent(() => import('./password-reset-mail-sent.tsx'), 'PasswordResetMailSentPage'),
    ),
    page(
      '/password-reset/confirm',
      lazyRouteComponent(() => import('./password-reset-confirm.tsx'), 'PasswordResetConfirmPage'),
    ),
    page(
      '/password-reset/new',
      lazyRouteComponent(() => import('./password-reset-new.tsx'), 'PasswordResetNewPage'),
    ),
  ]
}
