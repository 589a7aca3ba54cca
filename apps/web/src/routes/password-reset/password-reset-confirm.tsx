import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { resetLink } from '#web/features/password-reset/reset-state.ts'
import { paths } from '#web/lib/paths.ts'
import { useConfirmation } from '#web/lib/forms/use-confirmation.ts'
import { PageHeading, UnauthenticatedLayout } from '#web/ui/layout/layout.tsx'
import { LinkCheck } from '#web/ui/notices/link-check.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** Where the mail's link leads: the token is checked and leaves the address. */
export function PasswordResetConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  usePageTitle(t`Set a new password`)
  const check = useConfirmation(['reset'], ({ token, email }) => {
    resetLink.keep({ token, email })
    router.history.replace(paths.passwordResetNew())
  })
  return (
    <UnauthenticatedLayout>
      <PageHeading>
        <Trans>Set a new password</Trans>
      </PageHeading>
      <LinkCheck {...check} newLink={paths.passwordReset()} />
    </UnauthenticatedLayout>
  )
}
