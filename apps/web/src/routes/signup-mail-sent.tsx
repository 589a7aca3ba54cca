import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { askForMail } from '#web/features/sign-up/ask-for-mail.ts'
import { sentMail } from '#web/features/sign-up/sign-up-state.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ResendMail } from '#web/ui/resend-mail.tsx'

export function SignupMailSentPage() {
  const { t, i18n } = useLingui()
  const mail = sentMail.get()
  const email = mail?.email
  usePageTitle(t`Check your email`)
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Check your email</Trans>
      </PageHeading>
      <p className="mb-5 break-words text-ink-secondary">
        {mail === null ? (
          <Trans>If you requested a link, check your email. The link expires in 24 hours.</Trans>
        ) : (
          <Trans>
            We sent a link to <strong className="font-semibold text-ink">{email}</strong>. The link expires in
            24 hours.
          </Trans>
        )}
      </p>
      {mail && (
        <ResendMail
          sentAt={mail.at}
          send={() => askForMail(mail.email, mail.flow, i18n.locale as Language)}
        />
      )}
      <p className="mt-5 text-sm">
        <AppLink
          to={mail?.flow === 'eidplus' ? paths.eidPlusNew() : paths.signup()}
          className="inline-flex min-h-11 items-center font-medium text-accent underline md:min-h-6"
        >
          <Trans>Use another email</Trans>
        </AppLink>
      </p>
    </UnauthenticatedLayout>
  )
}
