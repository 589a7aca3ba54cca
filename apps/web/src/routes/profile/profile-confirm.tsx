import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmEmail } from '#web/features/profile/confirm-email.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'

/** Where the link of the mail leads: the token leaves the address before it is used. */
export function ProfileConfirmPage() {
  const { t } = useLingui()
  const router = useRouter()
  const [token] = useState(() => new URLSearchParams(location.search).get('token'))
  usePageTitle(t`Confirm your new email`)
  useEffect(() => {
    // Without a token (the page was loaded again, say) the profile tells how things stand.
    router.history.replace(token === null ? paths.profile() : paths.profileConfirm())
  }, [token, router])
  return (
    <ProfileLayout current="profile" title={t`Confirm your new email`} actions={<AccountMenu />}>
      {token !== null && <ConfirmEmail token={token} />}
    </ProfileLayout>
  )
}
