import { Trans, useLingui } from '@lingui/react/macro'
import { GroupLimits } from '#web/features/members/group-limits.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { GroupScreen } from '#web/features/signer-groups/group-screen.tsx'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Section } from '#web/ui/layout/section.tsx'

/** What holds for the signer groups of all members, and the admin's own ones. */
export function BusinessSignerGroupsPage() {
  const { t } = useLingui()
  usePageTitle(t`Signer groups`)
  return (
    <GroupScreen
      frame={(primary, content) => (
        <BusinessLayout
          current="members"
          title={<Trans>Signer groups</Trans>}
          actions={<AccountMenu />}
          primary={primary}
        >
          <AppLink
            to={paths.businessMembers()}
            className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded px-2 text-accent hover:bg-hover"
          >
            <Icon name="chevronLeft" />
            <Trans>All members</Trans>
          </AppLink>
          <Section
            id="limits"
            title={<Trans>Limits for everyone</Trans>}
            intro={<Trans>Each member has their own groups. Set the limits here.</Trans>}
          >
            <GroupLimits />
          </Section>
          <Section id="groups" title={<Trans>Your groups</Trans>}>
            {content}
          </Section>
        </BusinessLayout>
      )}
    />
  )
}
