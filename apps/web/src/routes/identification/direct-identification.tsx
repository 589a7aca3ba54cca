import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { DirectUser } from '@countersign/contract/account-shapes.ts'
import { directUserQuery } from '#web/features/direct-sign/direct-queries.ts'
import { DirectSignScreen } from '#web/features/direct-sign/direct-sign-screen.tsx'
import { pageIn } from '#web/features/identification/arrival.ts'
import { directHolder, documentOf } from '#web/features/identification/direct-holder.ts'
import { QueryResult } from '#web/features/identification/query-result.tsx'
import { currentOf, statusQuery } from '#web/features/identification/queries.ts'
import type { Holder } from '#web/features/identification/holder.ts'
import { PageContent, usePageNames } from '#web/features/identification/page-content.tsx'
import { directLink, type StoredLink } from '#web/lib/requests/direct-link.ts'
import type { IdentificationPage } from '#web/lib/paths.ts'
import { PageHeading } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export { arrive } from '#web/features/identification/arrival.ts'
export { loadWords } from '#web/features/identification/words.ts'

/** A page of being identified, of someone who came by a link. */
export function DirectIdentificationPage() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const link = useMemo(() => directLink.get(), [])
  const page = pageIn(pathname)
  if (page === null) return null
  if (!link) return <NoLink />
  return <ByLink key={page} link={link} page={page} query={searchStr.replace(/^\?/, '')} />
}

function ByLink(props: { link: StoredLink; page: IdentificationPage; query: string }) {
  const { link, page, query } = props
  const title = usePageNames()(page)
  usePageTitle(title)
  const user = useQuery(directUserQuery(link))
  return (
    <Frame>
      <PageHeading>{title}</PageHeading>
      <QueryResult query={user}>{(known) => <Known user={known} {...{ link, page, query }} />}</QueryResult>
      {page !== 'status' && <BackToDocument link={link} />}
    </Frame>
  )
}

function Known(props: { user: DirectUser; link: StoredLink; page: IdentificationPage; query: string }) {
  const { user, link, page, query } = props
  const holder = useMemo(() => directHolder(user, link), [user, link])
  return (
    <>
      <PageContent holder={holder} page={page} query={query} />
      {page === 'status' && <WhileUnderway holder={holder} link={link} />}
    </>
  )
}

function BackToDocument({ link }: { link: StoredLink }) {
  return (
    <div className="mt-6">
      <TextLink to={documentOf(link)}>
        <Trans>Back to the document</Trans>
      </TextLink>
    </div>
  )
}

/** Once it is done, the page itself leads on. */
function WhileUnderway({ holder, link }: { holder: Holder; link: StoredLink }) {
  const { data } = useQuery(statusQuery(holder))
  const ended = data && ['success', 'failure'].includes(currentOf(data)?.appointmentStatus ?? '')
  return ended ? null : <BackToDocument link={link} />
}

/** Whose identification it would be is said by the link alone. */
function NoLink() {
  const { t } = useLingui()
  const title = t`Please open the link in your email`
  usePageTitle(title)
  return (
    <Frame>
      <Statement title={title}>
        <Trans>
          We can’t tell which document you were asked to sign. Open the link in your email to return to the
          document and continue from there.
        </Trans>
      </Statement>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <DirectSignScreen>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-2xl px-4 py-6">{children}</div>
      </div>
    </DirectSignScreen>
  )
}
