import type { AesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AesForm } from '#web/features/domains/aes-form.tsx'
import { AesState } from '#web/features/domains/aes-state.tsx'
import { aesQuery, domainsQuery } from '#web/features/domains/domain-calls.ts'
import { DomainNeeded } from '#web/features/domains/domain-needed.tsx'
import { openEndAes } from '#web/features/domains/end-aes.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Whether one's business vouches for its people, so that they sign advanced by a code in a mail. */
export function AesForBusinessPage() {
  const { t } = useLingui()
  usePageTitle(t`AES for business`)
  const aes = useQuery(aesQuery)
  const domains = useQuery(domainsQuery)
  const failure = aes.error ?? domains.error
  return (
    <BusinessLayout
      current="aes-for-business"
      title={<Trans>AES for business</Trans>}
      actions={<AccountMenu />}
    >
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          Your business vouches for its members’ identity. They can then use advanced signatures with a code
          emailed to their business address, without a mobile number.
        </Trans>
      </p>
      {failure ? (
        <ErrorState failure={failure} onRetry={() => void Promise.all([aes.refetch(), domains.refetch()])} />
      ) : !aes.data || !domains.data ? (
        <Skeleton className="h-96 rounded-sheet" />
      ) : (
        <Content
          aes={aes.data}
          proved={domains.data.filter(({ status }) => status === 'VERIFIED').map(({ domain }) => domain)}
        />
      )}
    </BusinessLayout>
  )
}

function Content({ aes, proved }: { aes: AesForBusiness; proved: readonly string[] }) {
  const queries = useQueryClient()
  const onChanged = (changed: AesForBusiness) => queries.setQueryData(aesQuery.queryKey, changed)
  if (proved.length === 0)
    return (
      <DomainNeeded>
        <Trans>A business can vouch for email addresses at its verified domains.</Trans>
      </DomainNeeded>
    )
  return (
    <>
      <Section id="aes-state" title={<Trans>Status</Trans>}>
        <AesState aes={aes} />
        {aes.status !== 'OFF' && (
          <div className="mt-4">
            <Button type="text" color="error" onClick={() => openEndAes(onChanged)}>
              {aes.enabled ? <Trans>Turn off</Trans> : <Trans>Withdraw request</Trans>}
            </Button>
          </div>
        )}
      </Section>
      <Section
        id="aes-request"
        title={aes.status === 'OFF' ? <Trans>Request it</Trans> : <Trans>Change</Trans>}
        intro={
          <Trans>
            The representative gets an email with a confirmation link; no account needed. Nothing changes
            until they confirm.
          </Trans>
        }
      >
        <AesForm key={aes.askedAt ?? 'new'} aes={aes} proved={proved} onAsked={onChanged} />
      </Section>
    </>
  )
}
