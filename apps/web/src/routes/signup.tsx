import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { AskMailForm } from '#web/features/sign-up/ask-mail-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { keepReferralCode } from '#web/lib/referral-code.ts'
import { rememberedEmail } from '#web/lib/return-address.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

export function SignupPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Sign up`)
  useEffect(() => keepReferralCode(location.search), [])
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Sign up</Trans>
      </PageHeading>
      <p className="mb-4 text-ink-secondary">
        <Trans>Send documents to be signed, and sign them yourself.</Trans>
      </p>
      <AskMailForm
        email={rememberedEmail()}
        flow="signup"
        onSent={() => router.history.push(paths.signupMailSent())}
      />
      <p className="mt-6 border-t border-line pt-4 text-sm">
        <Trans>
          You have an account?{' '}
          <AppLink to={paths.login()} className="font-medium text-accent underline">
            Sign in
          </AppLink>
        </Trans>
      </p>
    </UnauthenticatedLayout>
  )
}
