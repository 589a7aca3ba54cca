import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FrontPage } from '#web/features/front-page/front-page.tsx'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { askForMail } from '#web/features/sign-up/ask-for-mail.ts'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/account/referral-code.ts'
import { rememberedTarget, rememberedEmail } from '#web/lib/account/return-address.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { AskEmailForm } from '#web/ui/forms/ask-email-form.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

export function SignupPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Sign up`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <UnauthenticatedLayout
      aside={<FrontPage />}
      footer={
        <>
          <AppLink to={paths.verify()} className="mb-2 inline-flex min-h-11 items-center underline">
            <Trans>Verify a signed PDF</Trans>
          </AppLink>
          <LanguageChoice />
        </>
      }
    >
      <PageHeading>
        <Trans>Sign up</Trans>
      </PageHeading>
      <p className="mb-4 text-ink-secondary">
        <Trans>Send, sign and track documents.</Trans>
      </p>
      <AskEmailForm
        email={rememberedEmail()}
        hint={t`We’ll email you a link to confirm your address.`}
        autoComplete="email"
        send={(email, language) => askForMail(email, 'signup', language, rememberedTarget())}
        onSent={() => router.history.push(paths.signupMailSent())}
      />
      <HaveAccount />
    </UnauthenticatedLayout>
  )
}
