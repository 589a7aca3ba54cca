import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { SignInForm } from '#web/features/session/sign-in-form.tsx'
import { LanguageChoice } from '#web/features/language/language-choice.tsx'
import { paths } from '#web/lib/paths.ts'
import { rememberedEmail, takeTarget } from '#web/lib/return-address.ts'
import { wasSignedOut } from '#web/lib/session.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

export function LoginPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Sign in`)
  const loggedOut = wasSignedOut() || new URLSearchParams(location.search).has('logged-out')
  return (
    <UnauthenticatedLayout footer={<LanguageChoice />}>
      <PageHeading>
        <Trans>Sign in</Trans>
      </PageHeading>
      {loggedOut && (
        <div className="mb-4">
          <Notice kind="success">
            <Trans>You are signed out, in every tab.</Trans>
          </Notice>
        </div>
      )}
      <SignInForm email={rememberedEmail()} onSignedIn={() => router.history.replace(takeTarget())} />
      <p className="mt-6 border-t border-line pt-4 text-sm">
        <Trans>
          No account yet?{' '}
          <AppLink to={paths.signup()} className="font-medium text-accent underline">
            Sign up
          </AppLink>
        </Trans>
      </p>
    </UnauthenticatedLayout>
  )
}
