import { Trans, useLingui } from '@lingui/react/macro'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { MobileSection } from '#web/features/profile/mobile-section.tsx'
import { NameSection } from '#web/features/profile/name-section.tsx'
import { BackToStandards } from '#web/features/signature-standards/standards-frame.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileLayout } from '#web/ui/profile-layout.tsx'

/** What an identification would compare with the identity document. */
export function PersonalDetailsPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const title = t`Data an identification uses`
  usePageTitle(title)
  return (
    <ProfileLayout current="signature-standards" title={title} actions={<AccountMenu />}>
      <p>
        <Trans>
          Your name has to be the one in your passport or identity card, with all given names. What an
          identification has proved cannot be changed afterwards.
        </Trans>
      </p>
      <NameSection user={user} />
      <MobileSection user={user} />
      <BackToStandards />
    </ProfileLayout>
  )
}
