import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { askForReset } from '#web/features/password-reset/ask-for-reset.ts'
import { resetMail } from '#web/features/password-reset/reset-state.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ResendMail } from '#web/ui/notices/resend-mail.tsx'

/** The same words whether an account exists or not. */
export function PasswordResetMailSentPage() {
  const { t, i18n } = useLingui()
  const mail = resetMail.get()
  const email = mail?.email
  usePageTitle(t`Check your email`)
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Check your email</Trans>
      </PageHeading>
      <div className="mb-5 space-y-2 break-words text-ink-secondary">
        <p>
          {mail === null ? (
            <Trans>If you requested a password reset, check your email for the link.</Trans>
          ) : (
            <Trans>
              If there’s an account for <strong className="font-semibold text-ink">{email}</strong>, we’ve
              emailed a link to set a new password.
            </Trans>
          )}
        </p>
        <p>
          <Trans>The link expires in one hour. Check your spam folder if you don’t see it.</Trans>
        </p>
      </div>
      {mail && <ResendMail sentAt={mail.at} send={() => askForReset(mail.email, i18n.locale as Language)} />}
      <p className="mt-4 flex flex-wrap gap-x-5 text-sm">
        <AppLink
          to={paths.passwordReset()}
          className="inline-flex min-h-11 items-center font-medium text-accent underline md:min-h-6"
        >
          <Trans>Use another email</Trans>
        </AppLink>
        <AppLink
          to={paths.login()}
          className="inline-flex min-h-11 items-center font-medium text-accent underline md:min-h-6"
        >
          <Trans>Back to sign-in</Trans>
        </AppLink>
      </p>
    </UnauthenticatedLayout>
  )
}
