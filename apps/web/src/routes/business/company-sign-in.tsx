import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DomainNeeded } from '#web/features/domains/domain-needed.tsx'
import { providerQuery } from '#web/features/identity-providers/provider-calls.ts'
import { ProviderForm } from '#web/features/identity-providers/provider-form.tsx'
import { ProviderState } from '#web/features/identity-providers/provider-state.tsx'
import { ProvisioningSection } from '#web/features/provisioning/provisioning-section.tsx'
import { AccountMenu } from '#web/features/session/account-menu.tsx'
import { BusinessLayout } from '#web/ui/layout/business-layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The identity provider of one's business: set up, tested, required. */
export function CompanySignInPage() {
  const { t } = useLingui()
  usePageTitle(t`Company sign-in`)
  const provider = useQuery(providerQuery)
  return (
    <BusinessLayout
      current="company-sign-in"
      title={<Trans>Company sign-in</Trans>}
      actions={<AccountMenu />}
    >
      <p className="mb-5 max-w-prose text-ink-secondary">
        <Trans>
          Your people sign in with your own OpenID identity provider, such as Microsoft Entra ID, Okta or
          Google Workspace. It applies to emails at your verified domains.
        </Trans>
      </p>
      {provider.isError ? (
        <ErrorState failure={provider.error} onRetry={() => void provider.refetch()} />
      ) : provider.isPending ? (
        <Skeleton className="h-96 rounded-sheet" />
      ) : (
        <Content provider={provider.data} />
      )}
    </BusinessLayout>
  )
}

function Content({ provider }: { provider: IdentityProvider }) {
  const queries = useQueryClient()
  const { queryKey } = providerQuery
  const onChanged = (changed: IdentityProvider) => queries.setQueryData(queryKey, changed)
  const { domains, operatorDomains, status, changedAt, requiredAt } = provider
  if (domains.length + operatorDomains.length === 0 && status === 'NOT_SET_UP')
    return (
      <DomainNeeded>
        <Trans>Company sign-in applies to email addresses at the verified domains of your business.</Trans>
      </DomainNeeded>
    )
  return (
    <>
      {operatorDomains.length > 0 && <OperatorNotice domains={operatorDomains} />}
      {domains.length === 0 && status !== 'NOT_SET_UP' && (
        <Notice kind="warning">
          <Trans>
            It doesn’t apply to anyone at the moment: your business has no verified domain for it.
          </Trans>
        </Notice>
      )}
      {status !== 'NOT_SET_UP' && (
        <Section id="company-sign-in-state" title={<Trans>Status</Trans>}>
          <ProviderState
            provider={provider}
            onChanged={onChanged}
            onRemoved={() => queries.invalidateQueries({ queryKey })}
          />
        </Section>
      )}
      <Section
        id="company-sign-in-settings"
        title={<Trans>Identity provider</Trans>}
        intro={
          status === 'REQUIRED' && (
            <Trans>While company sign-in is required, only the secret can be changed.</Trans>
          )
        }
      >
        {/* It starts again where the provider was removed, or its requirement changed. */}
        <ProviderForm
          key={`${changedAt ?? ''} ${requiredAt ?? ''}`}
          provider={provider}
          onSaved={onChanged}
        />
      </Section>
      <ProvisioningSection />
    </>
  )
}

function OperatorNotice({ domains }: { domains: readonly string[] }) {
  const set = domains.join(', ')
  return (
    <Notice kind="info">
      <Trans>
        The operator of this installation has set up company sign-in for {set}. That setting takes precedence:
        what you set up here doesn’t apply to it.
      </Trans>
    </Notice>
  )
}
