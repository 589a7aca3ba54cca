import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  activateRetention,
  deactivateRetention,
  getRetention,
  type RetentionRule,
} from '@countersign/contract/retention.ts'
import { call } from '#web/lib/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { openActivateRetention, openDeactivateRetention } from './retention-dialogs.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { Section } from '#web/ui/layout/section.tsx'

const retentionQuery = {
  queryKey: ['retention'],
  queryFn: () => call(getRetention, {}, { background: true }),
}

/** Whether what one sends is deleted on its own after a while. */
export function RetentionSection() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(retentionQuery)
  return (
    <Section
      id="auto-deletion"
      title={t`Auto-deletion`}
      intro={t`Documents you send are deleted after a set time. The audit trail is kept, with reasons, corrected messages and what signers filled in.`}
    >
      {error ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Rule rule={data} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </Section>
  )
}

function Rule({ rule }: { rule: RetentionRule }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const keep = (next: RetentionRule) => queries.setQueryData(retentionQuery.queryKey, next)
  const count = rule.requests

  const activate = () =>
    openActivateRetention(rule, async (given) => {
      keep(await call(activateRetention, { body: given }))
      showDone(t`Auto-deletion is on`)
    })
  const deactivate = () =>
    openDeactivateRetention(count, async (release) => {
      keep(await call(deactivateRetention, { body: { release } }))
      showDone(t`Auto-deletion is off`)
    })
  return (
    <>
      <p>
        {!rule.enabled ? (
          <Trans>Off: your requests are kept until you delete them.</Trans>
        ) : rule.terminal_state ? (
          <Plural
            value={rule.days ?? 0}
            one="On: deleted # day after completion."
            other="On: deleted # days after completion."
          />
        ) : (
          <Plural
            value={rule.days ?? 0}
            one="On: deleted # day after creation."
            other="On: deleted # days after creation."
          />
        )}
      </p>
      {count > 0 && (
        <p className="mt-1 text-sm text-ink-secondary">
          <Plural value={count} one="Applies to # request." other="Applies to # requests." />
        </p>
      )}
      {rule.business !== null && (
        <p className="mt-1 text-sm text-ink-secondary">
          <Trans>Set by {rule.business}. Only its administrators can change it.</Trans>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3" hidden={rule.business !== null}>
        <Button type="secondary" onClick={activate}>
          {rule.enabled ? <Trans>Change auto-deletion</Trans> : <Trans>Activate auto-deletion</Trans>}
        </Button>
        {(rule.enabled || count > 0) && (
          <Button type="secondary" color="error" onClick={deactivate}>
            {rule.enabled ? <Trans>Deactivate auto-deletion</Trans> : <Trans>Exempt these requests</Trans>}
          </Button>
        )}
      </div>
    </>
  )
}
