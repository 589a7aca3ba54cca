import { Trans, useLingui } from '@lingui/react/macro'
import { mailAddress } from '#web/features/sign-up/sign-up-state.ts'
import { ResendMail } from '#web/features/sign-up/resend-mail.tsx'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

export function SignupMailSentPage() {
  const { t } = useLingui()
  const email = mailAddress()
  usePageTitle(t`Check your mail`)
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Check your mail</Trans>
      </PageHeading>
      <p className="mb-5 break-words text-ink-secondary">
        {email === null ? (
          <Trans>If you asked for a link, it is in your mail. It works once, for 24 hours.</Trans>
        ) : (
          <Trans>
            We sent a link to <strong className="font-semibold text-ink">{email}</strong>. It works once, for
            24 hours.
          </Trans>
        )}
      </p>
      {email !== null && <ResendMail email={email} />}
      <p className="mt-5 text-sm">
        <AppLink to={paths.signup()} className="font-medium text-accent underline">
          <Trans>Use another e-mail</Trans>
        </AppLink>
      </p>
    </UnauthenticatedLayout>
  )
}
