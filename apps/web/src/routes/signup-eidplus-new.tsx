import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { askForMail } from '#web/features/sign-up/ask-for-mail.ts'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/referral-code.ts'
import { rememberedEmail } from '#web/lib/return-address.ts'
import { AskEmailForm } from '#web/ui/ask-email-form.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** For people who come to identify themselves, with an eID: they need an account first. */
export function SignupEidPlusNewPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Identify yourself`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Identify yourself to sign with legal weight</Trans>
      </PageHeading>
      <ol className="mb-5 list-decimal space-y-1 pl-5 text-ink-secondary">
        <li>
          <Trans>Confirm your e-mail.</Trans>
        </li>
        <li>
          <Trans>Create your account.</Trans>
        </li>
        <li>
          <Trans>Choose how you prove who you are.</Trans>
        </li>
      </ol>
      <div className="mb-5">
        <NotSetUp />
      </div>
      <AskEmailForm
        email={rememberedEmail()}
        hint={t`We send you a link to confirm that it is yours.`}
        autoComplete="email"
        send={(email, language) => askForMail(email, 'eidplus', language)}
        onSent={() => router.history.push(paths.signupMailSent())}
      />
      <HaveAccount />
    </UnauthenticatedLayout>
  )
}

/** No identification provider stands behind the third step: said before anybody takes the first. */
function NotSetUp() {
  return (
    <Notice kind="info" title={<Trans>The third step is not set up on this installation</Trans>}>
      <Trans>
        No identification provider is connected here. You can create your account and make simple signatures;
        for more, please ask whoever runs this installation.
      </Trans>
    </Notice>
  )
}
