import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FrontPage } from '#web/features/front-page/front-page.tsx'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { HaveAccount } from '#web/features/sign-up/have-account.tsx'
import { SignUpEmailForm } from '#web/features/sign-up/sign-up-email-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/account/referral-code.ts'
import { rememberedTarget } from '#web/lib/account/return-address.ts'
import { AppLink } from '#web/ui/app-link.tsx'
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
      <SignUpEmailForm
        flow="signup"
        target={rememberedTarget}
        onSent={() => router.history.push(paths.signupMailSent())}
      />
      <HaveAccount />
    </UnauthenticatedLayout>
  )
}
