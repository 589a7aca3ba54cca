import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useFreshUser, useSaveSettings } from '#web/features/profile/change-account.ts'
import { askedFor } from '#web/features/identification/account-who.ts'
import { LazyExpiryNotice } from '#web/features/identification/lazy-expiry-notice.tsx'
import { identificationsQuery } from '#web/features/identification/queries.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { LegislationForm } from '#web/features/signature-standards/legislation-form.tsx'
import { MobileId } from '#web/features/signature-standards/mobile-id.tsx'
import { BackToStandards, WithStandards } from '#web/features/signature-standards/standards-frame.tsx'
import { StandardsOverview } from '#web/features/signature-standards/standards-overview.tsx'
import { StandardsUpdate } from '#web/features/signature-standards/standards-update.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileLayout } from '#web/ui/profile-layout.tsx'
import { useAccountWho } from './identification-who.ts'

export function StandardsScreen({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <ProfileLayout current="signature-standards" title={title} actions={<AccountMenu />}>
      {children}
    </ProfileLayout>
  )
}

export function SignatureStandardsPage() {
  const { t } = useLingui()
  const who = useAccountWho()
  const { data = [] } = useQuery(identificationsQuery(who))
  // Anyone who looks at all of it is no longer on the way to one document.
  useEffect(() => askedFor.forget(), [])
  return (
    <StandardsScreen title={t`Signature levels`}>
      <LazyExpiryNotice who={who} />
      <WithStandards>
        {(standards) => (
          <StandardsOverview
            standards={standards}
            isBeingIdentified={data.some(({ isOngoing }) => isOngoing)}
          />
        )}
      </WithStandards>
    </StandardsScreen>
  )
}

export function StandardsUpdatePage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`Other signature levels`}>
      <WithStandards>{(standards) => <StandardsUpdate standards={standards} />}</WithStandards>
    </StandardsScreen>
  )
}

export function LegislationPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const save = useSaveSettings()
  return (
    <StandardsScreen title={t`Legal framework`}>
      <WithStandards>
        {(standards) => <LegislationForm user={user} standards={standards} save={save} />}
      </WithStandards>
      <BackToStandards />
    </StandardsScreen>
  )
}

export function MobileIdPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const save = useSaveSettings()
  return (
    <StandardsScreen title={t`Mobile ID`}>
      <MobileId user={user} save={save} />
    </StandardsScreen>
  )
}
