import { useRouterState } from '@tanstack/react-router'
import { Trans } from '@lingui/react/macro'
import { pageIn } from '#web/features/identification/arrival.ts'
import { PageContent, usePageNames } from '#web/features/identification/page-content.tsx'
import { MobileSection } from '#web/features/profile/mobile-section.tsx'
import { NameSection } from '#web/features/profile/name-section.tsx'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { BackToQualities } from '#web/features/qualities/qualities-frame.tsx'
import { paths, type IdentificationPage as Page } from '#web/lib/paths.ts'
import {
  LegislationPage,
  MobileIdPage,
  QualitiesScreen,
  FurtherQualitiesPage,
} from '../profile/profile-qualities.tsx'
import { useAccountHolder } from './identification-holder.ts'

export { arrive } from '#web/features/identification/arrival.ts'
export { loadWords } from '#web/features/identification/words.ts'

/** The pages below the signature standards: choosing a law, the mobile number, and being identified. */
export function IdentificationPage() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  if (pathname === paths.qualities('update')) return <FurtherQualitiesPage />
  if (pathname === paths.qualities('mobile-id')) return <MobileIdPage />
  if (pathname === paths.qualities('legislation')) return <LegislationPage />
  return <Identification pathname={pathname} searchStr={searchStr} />
}

function Identification({ pathname, searchStr }: { pathname: string; searchStr: string }) {
  const name = usePageNames()
  const page = pageIn(pathname)
  const query = searchStr.replace(/^\?/, '')
  if (page === null) return null
  return (
    <QualitiesScreen key={page} title={name(page)}>
      {page === 'zertes/personal-details' && !query.includes('method=') ? (
        <OwnData />
      ) : (
        <Content page={page} query={query} />
      )}
      <BackToQualities />
    </QualitiesScreen>
  )
}

function Content({ page, query }: { page: Page; query: string }) {
  const holder = useAccountHolder()
  return <PageContent holder={holder} page={page} query={query} />
}

/** What an identification would compare with the identity document. */
function OwnData() {
  const user = useFreshUser()
  return (
    <>
      <p>
        <Trans>
          Enter your name as on your passport or identity card, with all given names. Verified details can’t
          be changed afterwards.
        </Trans>
      </p>
      <NameSection user={user} />
      <MobileSection user={user} />
    </>
  )
}
