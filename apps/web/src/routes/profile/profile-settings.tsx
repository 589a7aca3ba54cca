import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { DefaultsSection } from '#web/features/profile/defaults-section.tsx'
import { DeleteAccountSection } from '#web/features/profile/delete-account-section.tsx'
import { IdentitySection } from '#web/features/profile/identity-section.tsx'
import { LanguageSection } from '#web/features/profile/language-section.tsx'
import { NotificationSection } from '#web/features/profile/notification-section.tsx'
import { Part11Section } from '#web/features/profile/part11-section.tsx'
import { RetentionSection } from '#web/features/profile/retention-section.tsx'
import { SecondFactorsSection } from '#web/features/profile/sign-in/second-factors-section.tsx'
import { SectionGroup } from '#web/ui/layout/section.tsx'
import { SessionsSection } from '#web/features/profile/sign-in/sessions-section.tsx'
import { TestSystemSection } from '#web/features/profile/test-system-section.tsx'
import { useSectionOfAddress } from '#web/features/profile/use-section-of-address.ts'
import { TimeZoneSection } from '#web/features/profile/time-zone-section.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { rememberAccountDeletion } from '#web/lib/account/account-deletion.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession } from '#web/lib/account/session.ts'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'

/** The words of businesses are with those of seals: nobody needs them before. */
async function loadSealWords() {
  await (await import('#web/features/seals/words.ts')).loadWords()
}

export function SettingsPage() {
  const { t } = useLingui()
  const router = useRouter()
  const user = useFreshUser()
  usePageTitle(t`Settings`)
  useSectionOfAddress()

  /** The way out is taken before the session ends, or every tab's guard would ask to sign in. */
  function leave() {
    rememberAccountDeletion()
    void router.navigate({ href: paths.bye(), replace: true })
    endSession({ everywhere: true })
  }

  return (
    <ProfileLayout current="settings" title={t`Settings`} actions={<AccountMenu />}>
      <SectionGroup title={t`Preferences`}>
        <LanguageSection user={user} />
        <TimeZoneSection user={user} />
        <NotificationSection user={user} />
        <TestSystemSection />
      </SectionGroup>
      <SectionGroup title={t`Signing`}>
        <DefaultsSection user={user} />
        <IdentitySection user={user} />
        <Part11Section user={user} />
        <RetentionSection />
      </SectionGroup>
      <SectionGroup title={t`Security`}>
        <SecondFactorsSection user={user} />
        <SessionsSection />
        <DeleteAccountSection user={user} onBegin={loadSealWords} onDeleted={leave} />
      </SectionGroup>
    </ProfileLayout>
  )
}
