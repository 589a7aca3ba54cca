import type { ComponentType } from 'react'

/** Every page before signing in but the sign-in itself. The table is loaded with the first of them. */
const pages = {
  '/signup': async () => (await import('./sign-up/signup.tsx')).SignupPage,
  '/signup/mail-sent': async () => (await import('./sign-up/signup-mail-sent.tsx')).SignupMailSentPage,
  '/signup/confirm/{-$sendto}/{-$token}': async () =>
    (await import('./sign-up/signup-confirm.tsx')).SignupConfirmPage,
  '/signup/steps': async () => (await import('./sign-up/signup-steps.tsx')).SignupStepsPage,
  '/signup/sso': async () => (await import('./sign-up/signup-sso.tsx')).SignupSsoPage,
  '/signup/flows/eidplus/new': async () =>
    (await import('./sign-up/signup-eidplus-new.tsx')).SignupEidPlusNewPage,
  '/signup/flows/eidplus/confirm': async () =>
    (await import('./sign-up/signup-eidplus-confirm.tsx')).SignupEidPlusConfirmPage,
  '/sso/error': async () => (await import('./sso-error.tsx')).SsoErrorPage,
  '/sso/error/company': async () => (await import('./sso-error.tsx')).SsoErrorCompanyPage,
  '/password-reset': async () => (await import('./password-reset/password-reset.tsx')).PasswordResetPage,
  '/password-reset/mail-sent': async () =>
    (await import('./password-reset/password-reset-mail-sent.tsx')).PasswordResetMailSentPage,
  '/password-reset/confirm': async () =>
    (await import('./password-reset/password-reset-confirm.tsx')).PasswordResetConfirmPage,
  '/password-reset/new': async () =>
    (await import('./password-reset/password-reset-new.tsx')).PasswordResetNewPage,
} satisfies Record<string, () => Promise<ComponentType>>

export type EntryPath = keyof typeof pages

export async function openPage(path: EntryPath): Promise<{ component: ComponentType }> {
  return { component: await pages[path]() }
}
