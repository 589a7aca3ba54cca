import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { LazyExpiryNotice } from '#web/features/identification/status/lazy-expiry-notice.tsx'
import { EmailSection } from '#web/features/profile/email-section.tsx'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { MobileSection } from '#web/features/profile/mobile-section.tsx'
import { NameSection } from '#web/features/profile/name-section.tsx'
import { SignInSection } from '#web/features/profile/sign-in/sign-in-section.tsx'
import { useSectionOfAddress } from '#web/features/profile/use-section-of-address.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'
import { useAccountHolder } from '../identification/identification-holder.ts'
import { later } from '#web/ui/later.tsx'

const OwnBusiness = later(async () => ({
  default: (await import('#web/features/members/own-business-section.tsx')).OwnBusinessSection,
}))

const loadLeavingWords = async () => (await import('../member-words.ts')).loadMemberWords()

export function ProfilePage() {
  const { t } = useLingui()
  const user = useFreshUser()
  usePageTitle(t`Profile`)
  useSectionOfAddress()
  const who = useAccountHolder()
  return (
    <ProfileLayout current="profile" title={t`Profile`} actions={<AccountMenu />}>
      <LazyExpiryNotice holder={who} />
      <NameSection user={user} />
      <EmailSection user={user} />
      <MobileSection user={user} />
      <SignInSection user={user} />
      <Suspense>
        <OwnBusiness user={user} loadWords={loadLeavingWords} />
      </Suspense>
    </ProfileLayout>
  )
}
