import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Section } from '#web/ui/layout/section.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ValueToCopy } from '#web/ui/value-to-copy.tsx'
import { GroupList } from './group-list.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './provisioning-calls.ts'

/** How the identity provider of a business adds and deactivates its people: the address it calls, and its tokens. */
export function ProvisioningSection() {
  const { t } = useLingui()
  const provisioning = useQuery(tokensQuery)
  const queries = useQueryClient()
  const onChanged = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
  return (
    <Section
      id="provisioning"
      title={t`User provisioning (SCIM)`}
      intro={
        <Trans>
          Your identity provider adds people with an email at your verified domains as members, and
          deactivates those who leave. Their documents stay with their accounts.
        </Trans>
      }
    >
      {provisioning.isError ? (
        <ErrorState failure={provisioning.error} onRetry={() => void provisioning.refetch()} />
      ) : provisioning.isPending ? (
        <Skeleton className="h-40 rounded-sheet" />
      ) : (
        <div className="flex flex-col gap-5">
          <ValueToCopy label={<Trans>SCIM base URL (tenant URL):</Trans>} value={provisioning.data.url} />
          <TokenList tokens={provisioning.data.tokens} onRevoked={onChanged} />
          <TokenForm onCreated={onChanged} />
          <GroupList />
        </div>
      )}
    </Section>
  )
}
