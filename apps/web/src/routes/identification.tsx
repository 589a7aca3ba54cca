import { useRouterState } from '@tanstack/react-router'
import { Trans } from '@lingui/react/macro'
import { pageIn } from '#web/features/identification/arrive.ts'
import { PageContent, usePageNames } from '#web/features/identification/page-content.tsx'
import { MobileSection } from '#web/features/profile/mobile-section.tsx'
import { NameSection } from '#web/features/profile/name-section.tsx'
import { useFreshUser } from '#web/features/profile/change-account.ts'
import { BackToStandards } from '#web/features/signature-standards/standards-frame.tsx'
import type { IdentificationPage as Page } from '#web/lib/paths.ts'
import { StandardsScreen } from './profile-standards.tsx'
import { useAccountWho } from './identification-who.ts'

/** A page of being identified, of an account. */
export function IdentificationPage() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const name = usePageNames()
  const page = pageIn(pathname)
  const query = searchStr.replace(/^\?/, '')
  if (page === null) return null
  return (
    <StandardsScreen key={page} title={name(page)}>
      {page === 'zertes/personal-details' && !query.includes('method=') ? (
        <OwnData />
      ) : (
        <Content page={page} query={query} />
      )}
      <BackToStandards />
    </StandardsScreen>
  )
}

function Content({ page, query }: { page: Page; query: string }) {
  const who = useAccountWho()
  return <PageContent who={who} page={page} query={query} />
}

/** What an identification would compare with the identity document. */
function OwnData() {
  const user = useFreshUser()
  return (
    <>
      <p>
        <Trans>
          Your name has to be the one in your passport or identity card, with all given names. What an
          identification has proved cannot be changed afterwards.
        </Trans>
      </p>
      <NameSection user={user} />
      <MobileSection user={user} />
    </>
  )
}
