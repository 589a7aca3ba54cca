import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ResendMail } from '#web/ui/notices/resend-mail.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { askForMail } from './ask-for-mail.ts'
import { sentMail } from './sign-up-state.ts'

type Flow = Parameters<typeof askForMail>[1]

/** Where the link went that confirms an address, for an account or a business. `again` is where another is typed. */
export function SignUpMailSent({ flow, again }: { flow?: Flow; again: (flow: Flow | undefined) => string }) {
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
          send={() => askForMail(mail.email, flow ?? mail.flow, i18n.locale as Language, mail.target)}
        />
      )}
      <p className="mt-5 text-sm">
        <TextLink to={again(mail?.flow)}>
          <Trans>Use another email</Trans>
        </TextLink>
      </p>
    </UnauthenticatedLayout>
  )
}
