import { Trans, useLingui } from '@lingui/react/macro'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { GroupScreen } from '#web/features/signer-groups/group-screen.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'

/** The signer groups one keeps. */
export function SignerGroupsPage() {
  const { t } = useLingui()
  usePageTitle(t`Signer groups`)
  return (
    <GroupScreen
      frame={(primary, content) => (
        <ProfileLayout
          current="signer-groups"
          title={<Trans>Signer groups</Trans>}
          actions={<AccountMenu />}
          primary={primary}
        >
          {content}
        </ProfileLayout>
      )}
    />
  )
}
