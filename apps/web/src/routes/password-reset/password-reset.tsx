import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { askForReset } from '#web/features/password-reset/ask-for-reset.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedEmail } from '#web/lib/account/return-address.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { AskEmailForm } from '#web/ui/forms/ask-email-form.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

export function PasswordResetPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Forgot your password?`)
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Forgot your password?</Trans>
      </PageHeading>
      <p className="mb-4 text-ink-secondary">
        <Trans>We’ll email you a link to set a new password.</Trans>
      </p>
      <AskEmailForm
        email={rememberedEmail()}
        hint={t`The email you sign in with.`}
        autoComplete="username"
        send={askForReset}
        onSent={() => router.history.push(paths.passwordResetMailSent())}
      />
      <p className="mt-6 border-t border-line pt-4 text-sm">
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
