import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { SetUpForm } from '#web/features/single-sign-on/set-up-form.tsx'
import { isSetUp } from '#web/features/single-sign-on/set-up.ts'
import { useCurrentUser } from '#web/lib/account/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { takeTarget } from '#web/lib/account/return-address.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Who came by the company's sign-in for the first time says what the provider could not. */
export function SignupSsoPage() {
  const { t } = useLingui()
  const router = useRouter()
  const user = useCurrentUser()
  usePageTitle(t`Set up your account`)
  if (isSetUp(user)) return <Complete />
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Set up your account</Trans>
      </PageHeading>
      <p className="mb-4 text-ink-secondary">
        <Trans>You’re signed in through your company. Check your name and accept the terms.</Trans>
      </p>
      <SetUpForm user={user} onDone={() => router.history.replace(takeTarget())} />
      <p className="mt-6 border-t border-line pt-4 text-sm">
        <Trans>
          Not you?{' '}
          <AppLink to={paths.logout()} className="font-medium text-accent underline">
            Sign out
          </AppLink>
        </Trans>
      </p>
    </UnauthenticatedLayout>
  )
}

function Complete() {
  return (
    <UnauthenticatedLayout>
      <Statement
        title={<Trans>Your account is set up</Trans>}
        action={
          <Button to={paths.home()}>
            <Trans>My documents</Trans>
          </Button>
        }
      >
        <Trans>You can send and sign documents.</Trans>
      </Statement>
    </UnauthenticatedLayout>
  )
}
