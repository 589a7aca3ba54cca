import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NewPasswordForm } from '#web/features/password-reset/new-password-form.tsx'
import { resetLink, resetMail } from '#web/features/password-reset/reset-state.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { endSession } from '#web/lib/account/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

/** Reached by the confirmed link alone. */
export function PasswordResetNewPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [link] = useState(resetLink.get)
  const [done, setDone] = useState(false)
  usePageTitle(done ? t`Your new password is set` : t`Set a new password`)
  useEffect(() => {
    if (link === null) router.history.replace(paths.passwordReset())
  }, [link, router])
  if (link === null) return null

  function finish(email: string) {
    resetLink.forget()
    resetMail.forget()
    rememberEmail(email)
    // Every session of the account is over, the one of this browser too.
    endSession({ everywhere: false })
    setDone(true)
  }

  return (
    <UnauthenticatedLayout>
      {done ? (
        <PasswordIsSet />
      ) : (
        <>
          <PageHeading>
            <Trans>Set a new password</Trans>
          </PageHeading>
          <NewPasswordForm {...link} onDone={finish} />
        </>
      )}
    </UnauthenticatedLayout>
  )
}

function PasswordIsSet() {
  return (
    <div role="status">
      <Statement
        title={<Trans>Your new password is set</Trans>}
        action={
          <Button to={paths.login()} size="lg">
            <Trans>Sign in</Trans>
          </Button>
        }
      >
        <Trans>You were signed out everywhere. Please sign in with your new password.</Trans>
      </Statement>
    </div>
  )
}
