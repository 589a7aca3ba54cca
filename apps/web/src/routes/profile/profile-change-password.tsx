import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { ChangePasswordForm } from '#web/features/profile/sign-in/change-password-form.tsx'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { takeTarget } from '#web/lib/account/return-address.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

export function ChangePasswordPage() {
  const { t } = useLingui()
  const router = useRouter()
  const user = useFreshUser()
  const forced = user.attributes.weakPassword
  const title = user.hasPassword ? t`Change password` : t`Set a password`
  usePageTitle(title)

  function leave() {
    const message = user.hasPassword
      ? t`Password changed. You’re signed out everywhere else.`
      : t`Password set. You’re signed out everywhere else.`
    showSnackbar(message, { color: 'success', duration: 6000 })
    router.history.push(forced ? takeTarget() : paths.profile())
  }

  return (
    <ProfileLayout current="change-password" title={title} actions={<AccountMenu />}>
      <div className="mt-4 rounded-sheet border border-line bg-sheet p-4 sm:p-6">
        {forced && (
          <div className="mb-4">
            <Notice kind="warning" title={<Trans>Choose a stronger password</Trans>}>
              <Trans>Your current password is too easy to guess. Change it to continue.</Trans>
            </Notice>
          </div>
        )}
        {user.companySignInRequired ? (
          <p className="mb-4">
            <Trans>
              Your business requires company sign-in. You can only sign in with a password after leaving the
              business.
            </Trans>
          </p>
        ) : (
          !user.hasPassword && (
            <p className="mb-4">
              <Trans>
                You sign in through your company. With a password you can also sign in without it, for example
                after leaving the company.
              </Trans>
            </p>
          )
        )}
        <ChangePasswordForm user={user} onChanged={leave} />
        <p className="mt-4 text-sm text-ink-secondary">
          <Trans>You’ll be signed out everywhere else.</Trans>
        </p>
      </div>
    </ProfileLayout>
  )
}
