import type { Seal } from '@countersign/contract/seals.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sealQuery, sealsQuery } from '#web/features/seals/seal-calls.ts'
import { SealFacts } from '#web/features/seals/seal-facts.tsx'
import { SealImage } from '#web/features/seals/seal-image.tsx'
import { SealLabelForm } from '#web/features/seals/seal-label-form.tsx'
import { SealList } from '#web/features/seals/seal-list.tsx'
import { SealMembers } from '#web/features/seals/seal-members.tsx'
import { TrustServices } from '#web/features/seals/trust-services.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The seals of one's business. */
export function SealsPage() {
  const { t } = useLingui()
  usePageTitle(t`Seals`)
  const seals = useQuery(sealsQuery)
  return (
    <Page title={<Trans>Seals</Trans>}>
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          A seal signs for your business: the certificate names the business, and the audit trail shows who
          applied it.
        </Trans>
      </p>
      {seals.isPending ? (
        <Skeleton className="h-40 rounded-sheet" />
      ) : seals.isError ? (
        <ErrorState failure={seals.error} onRetry={() => void seals.refetch()} />
      ) : seals.data.length === 0 ? (
        <EmptyState
          title={<Trans>No seals yet</Trans>}
          action={
            <Button type="secondary" to={paths.home()}>
              <Trans>My documents</Trans>
            </Button>
          }
        >
          <Trans>
            A trust service issues it after verifying your business. Contact us to order one; it appears here
            once set up.
          </Trans>
        </EmptyState>
      ) : (
        <SealList seals={seals.data} />
      )}
      <TrustServices />
    </Page>
  )
}

/** One seal: what it is, how it looks, and who may use it. */
export function SealPage() {
  const { t } = useLingui()
  const { accountname = '' } = useParams({ strict: false })
  const query = sealQuery(accountname)
  const seal = useQuery(query)
  const queries = useQueryClient()
  const name = seal.data?.label ?? t`Seal`
  usePageTitle(name)
  const onSaved = (saved: Seal) => {
    queries.setQueryData(query.queryKey, saved)
    void queries.invalidateQueries({ queryKey: sealsQuery.queryKey })
  }
  return (
    <Page
      title={<bdi className="wrap-anywhere">{name}</bdi>}
      above={
        <AppLink
          to={paths.businessSeals()}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded px-2 text-accent hover:bg-hover"
        >
          <Icon name="chevronLeft" />
          <Trans>All seals</Trans>
        </AppLink>
      }
    >
      {seal.isPending ? (
        <Skeleton className="h-96 rounded-sheet" />
      ) : seal.isError ? (
        <ErrorState failure={seal.error} onRetry={() => void seal.refetch()} />
      ) : (
        <>
          <Section id="facts" title={<Trans>Type</Trans>}>
            <SealFacts seal={seal.data} />
          </Section>
          <Section
            id="members"
            title={<Trans>Members with permission</Trans>}
            intro={<Trans>They can apply the seal to requests sent to them.</Trans>}
          >
            <SealMembers seal={seal.data} onSaved={onSaved} />
          </Section>
          <Section
            id="image"
            title={<Trans>Image</Trans>}
            intro={<Trans>PNG, JPEG or WebP, up to 10 MB. Empty margins are cut off.</Trans>}
          >
            <SealImage seal={seal.data} onSaved={onSaved} />
          </Section>
          <Section id="label" title={<Trans>Name and certification</Trans>}>
            <SealLabelForm key={seal.data.id} seal={seal.data} onSaved={onSaved} />
          </Section>
        </>
      )}
    </Page>
  )
}

function Page({ title, above, children }: { title: ReactNode; above?: ReactNode; children: ReactNode }) {
  return (
    <BusinessLayout current="seals" title={title} actions={<AccountMenu />}>
      {above}
      {children}
    </BusinessLayout>
  )
}
