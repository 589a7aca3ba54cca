import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClaimForm } from '#web/features/domains/claim-form.tsx'
import { domainsQuery } from '#web/features/domains/domain-calls.ts'
import { DomainList } from '#web/features/domains/domain-list.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The domains of one's business, and how each is proved. */
export function DomainsPage() {
  const { t } = useLingui()
  usePageTitle(t`Domains`)
  const domains = useQuery(domainsQuery)
  const queries = useQueryClient()
  const { queryKey } = domainsQuery
  const onChanged = (changed: BusinessDomain) => {
    queries.setQueryData(queryKey, (before: BusinessDomain[] = []) => [
      ...before.filter(({ domain }) => domain !== changed.domain),
      changed,
    ])
    // What is proved, or is no more, decides what else can be asked for.
    void queries.invalidateQueries({ queryKey: ['aes-for-business'] })
  }
  const onRemoved = () => queries.invalidateQueries({ queryKey })
  return (
    <BusinessLayout current="domains" title={<Trans>Domains</Trans>} actions={<AccountMenu />}>
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          Verify your domain with a DNS record. People with an email at your domain can then join without an
          invitation, if you allow it, and your business can vouch for them.
        </Trans>
      </p>
      <div className="mb-6 rounded-sheet border border-line bg-sheet p-4 sm:p-5">
        <ClaimForm onClaimed={onChanged} />
      </div>
      {domains.isPending ? (
        <Skeleton className="h-40 rounded-sheet" />
      ) : domains.isError ? (
        <ErrorState failure={domains.error} onRetry={() => void domains.refetch()} />
      ) : domains.data.length === 0 ? (
        <EmptyState title={<Trans>No domains yet</Trans>}>
          <Trans>Add your email domain above. You need access to its DNS settings.</Trans>
        </EmptyState>
      ) : (
        <DomainList domains={domains.data} onChanged={onChanged} onRemoved={onRemoved} />
      )}
    </BusinessLayout>
  )
}
