import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useFreshUser, useSaveSettings } from '#web/features/profile/change-account.ts'
import { identificationRequest } from '#web/features/identification/account-holder.ts'
import { LazyExpiryNotice } from '#web/features/identification/status/lazy-expiry-notice.tsx'
import { identificationsQuery } from '#web/features/identification/queries.ts'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { LegislationForm } from '#web/features/qualities/legislation-form.tsx'
import { MobileId } from '#web/features/qualities/mobile-id.tsx'
import { BackToQualities, WithQualities } from '#web/features/qualities/qualities-frame.tsx'
import { QualitiesOverview } from '#web/features/qualities/qualities-overview.tsx'
import { FurtherQualities } from '#web/features/qualities/further-qualities.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { ProfileLayout } from '#web/ui/layout/profile-layout.tsx'
import { useAccountHolder } from '../identification/identification-holder.ts'

export function QualitiesScreen({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <ProfileLayout current="signature-standards" title={title} actions={<AccountMenu />}>
      {children}
    </ProfileLayout>
  )
}

export function QualitiesPage() {
  const { t } = useLingui()
  const who = useAccountHolder()
  const { data = [] } = useQuery(identificationsQuery(who))
  // Anyone who looks at all of it is no longer on the way to one document.
  useEffect(() => identificationRequest.forget(), [])
  return (
    <QualitiesScreen title={t`Signature levels`}>
      <LazyExpiryNotice holder={who} />
      <WithQualities>
        {(qualities) => (
          <QualitiesOverview
            qualities={qualities}
            isBeingIdentified={data.some(({ isOngoing }) => isOngoing)}
          />
        )}
      </WithQualities>
    </QualitiesScreen>
  )
}

export function FurtherQualitiesPage() {
  const { t } = useLingui()
  return (
    <QualitiesScreen title={t`Other signature levels`}>
      <WithQualities>{(qualities) => <FurtherQualities qualities={qualities} />}</WithQualities>
    </QualitiesScreen>
  )
}

export function LegislationPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const save = useSaveSettings()
  return (
    <QualitiesScreen title={t`Legal framework`}>
      <WithQualities>
        {(qualities) => <LegislationForm user={user} qualities={qualities} save={save} />}
      </WithQualities>
      <BackToQualities />
    </QualitiesScreen>
  )
}

export function MobileIdPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const save = useSaveSettings()
  return (
    <QualitiesScreen title={t`Mobile ID`}>
      <MobileId user={user} save={save} />
    </QualitiesScreen>
  )
}
