import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { useFreshUser, useSaveSettings } from '#web/features/profile/change-account.ts'
import { IdAustriaReturn } from '#web/features/identification/id-austria-return.tsx'
import type { Method } from '#web/features/identification/methods.ts'
import { LegislationForm } from '#web/features/signature-standards/legislation-form.tsx'
import { MethodDetail } from '#web/features/identification/method-detail.tsx'
import { MethodList } from '#web/features/identification/method-list.tsx'
import { MobileId } from '#web/features/signature-standards/mobile-id.tsx'
import { BackToStandards, WithStandards } from '#web/features/signature-standards/standards-frame.tsx'
import { StandardsOverview } from '#web/features/signature-standards/standards-overview.tsx'
import { StandardsUpdate } from '#web/features/signature-standards/standards-update.tsx'
import type { Legislation } from '#web/features/signature-standards/standards.ts'
import { useMethodWords } from '#web/features/identification/method-words.ts'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileLayout } from '#web/ui/profile-layout.tsx'

function StandardsScreen({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <ProfileLayout current="signature-standards" title={title} actions={<AccountMenu />}>
      {children}
    </ProfileLayout>
  )
}

export function SignatureStandardsPage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`Signature standards`}>
      <WithStandards>{(standards) => <StandardsOverview standards={standards} />}</WithStandards>
    </StandardsScreen>
  )
}

export function StandardsUpdatePage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`Sign with more weight`}>
      <WithStandards>{(standards) => <StandardsUpdate standards={standards} />}</WithStandards>
    </StandardsScreen>
  )
}

export function LegislationPage() {
  const { t } = useLingui()
  const user = useFreshUser()
  const save = useSaveSettings()
  return (
    <StandardsScreen title={t`Legislation`}>
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
  return (
    <StandardsScreen title={t`Mobile ID`}>
      <MobileId user={user} />
    </StandardsScreen>
  )
}

export function EidasPage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`Identification under European law (eIDAS)`}>
      <WithStandards>{(standards) => <MethodList legislation="EIDAS" standards={standards} />}</WithStandards>
    </StandardsScreen>
  )
}

export function ZertesPage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`Identification under Swiss law (ZertES)`}>
      <WithStandards>
        {(standards) => <MethodList legislation="ZERTES" standards={standards} />}
      </WithStandards>
    </StandardsScreen>
  )
}

function MethodPage({ legislation, method }: { legislation: Legislation; method: Method }) {
  const title = useMethodWords().name(method)
  return (
    <StandardsScreen title={title}>
      <MethodDetail legislation={legislation} method={method} />
    </StandardsScreen>
  )
}

export function EidasSelfPage() {
  return <MethodPage legislation="EIDAS" method="self" />
}

export function EidasVideoPage() {
  return <MethodPage legislation="EIDAS" method="video" />
}

export function ZertesAutoPage() {
  return <MethodPage legislation="ZERTES" method="auto" />
}

export function ZertesVideoPage() {
  return <MethodPage legislation="ZERTES" method="video" />
}

export function IdAustriaReturnPage() {
  const { t } = useLingui()
  return (
    <StandardsScreen title={t`ID Austria`}>
      <WithStandards>{(standards) => <IdAustriaReturn standards={standards} />}</WithStandards>
    </StandardsScreen>
  )
}
