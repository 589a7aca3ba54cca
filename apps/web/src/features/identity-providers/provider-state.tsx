import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import { openRemoveProvider, openRequire, openStopRequiring } from './change-provider.tsx'
import { testProvider } from './provider-calls.ts'
import { TestResult } from './test-result.tsx'

interface ProviderStateProps {
  provider: IdentityProvider
  onChanged: (provider: IdentityProvider) => void
  onRemoved: () => Promise<unknown>
}

/** The state of company sign-in, and what can be done next. */
export function ProviderState({ provider, onChanged, onRemoved }: ProviderStateProps) {
  const { i18n } = useLingui()
  const testing = useMutation({ mutationFn: testProvider })
  const { requiredAt, status, test, domains } = provider
  const since = requiredAt && formatDateTime(requiredAt, i18n.locale)
  const applied = domains.join(', ')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ProviderBadge provider={provider} />
        {since && (
          <span className="text-sm text-ink-secondary">
            <Trans>Required since {since}</Trans>
          </span>
        )}
      </div>
      <p className="text-sm">
        {status === 'REQUIRED' ? (
          <Trans>
            Members with an email at {applied} sign in at your identity provider. Their passwords aren’t
            accepted.
          </Trans>
        ) : (
          <Trans>
            People with an email at {applied} can sign in at your identity provider, or with a password.
          </Trans>
        )}
      </p>
      {test ? (
        <TestResult test={test} isRequired={status === 'REQUIRED'} />
      ) : (
        <Notice kind="info">
          <Trans>Not tested since the last change. Test the sign-in before your people use it.</Trans>
        </Notice>
      )}
      {testing.isError && <RefusalNotice failure={testing.error} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type={status === 'TESTED' ? 'secondary' : 'primary'}
          loading={testing.isPending || testing.isSuccess}
          onClick={() => testing.mutate()}
        >
          <Trans>Test sign-in</Trans>
        </Button>
        {status === 'REQUIRED' ? (
          <Button type="secondary" onClick={() => openStopRequiring(onChanged)}>
            <Trans>Stop requiring</Trans>
          </Button>
        ) : (
          test?.allowsRequirement && (
            <Button onClick={() => openRequire(provider, onChanged)}>
              <Trans>Require company sign-in</Trans>
            </Button>
          )
        )}
        <Button type="text" color="error" onClick={() => openRemoveProvider(onRemoved)}>
          <Trans>Remove provider</Trans>
        </Button>
      </div>
    </div>
  )
}

function ProviderBadge({ provider: { status, test } }: { provider: IdentityProvider }) {
  const { t } = useLingui()
  if (status === 'REQUIRED')
    return <StatusBadge status="COMPLETED" word={t({ message: 'Required', context: 'sign-in' })} />
  if (status === 'TESTED') return <StatusBadge status="COMPLETED" word={t`Tested`} />
  if (test) return <StatusBadge status="ERROR" word={t`Test failed`} />
  return <StatusBadge status="WAITING" word={t`Set up, not tested`} />
}
