import type { AesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'

/** Whether it holds, for whom, and what was asked for besides. */
export function AesState({ aes }: { aes: AesForBusiness }) {
  const { t, i18n } = useLingui()
  const { representativeEmail, representativeName } = aes
  const confirmed = aes.confirmedAt && formatDateTime(aes.confirmedAt, i18n.locale)
  const until = aes.expiresAt && formatDate(aes.expiresAt, i18n.locale)
  const isLinkOver = aes.expiresAt !== null && Date.parse(aes.expiresAt) <= Date.now()
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2 text-sm">
        <Fact name={<Trans>Status</Trans>}>
          {aes.enabled ? (
            <StatusBadge status="COMPLETED" word={t`Turned on`} />
          ) : aes.status === 'WAITING' ? (
            <StatusBadge status="WAITING" word={t`Waiting for the representative`} />
          ) : (
            <StatusBadge status="CANCELLED" word={t`Turned off`} />
          )}
        </Fact>
        {aes.enabled && (
          <Fact name={<Trans>Applies to addresses at</Trans>}>
            <bdi>{aes.inForce.join(', ')}</bdi>
          </Fact>
        )}
        {aes.enabled && confirmed && <Fact name={<Trans>Confirmed</Trans>}>{confirmed}</Fact>}
        {aes.status === 'ON' && (
          <>
            <Fact name={<Trans>Representative</Trans>}>
              <bdi>{representativeName}</bdi>, <bdi>{representativeEmail}</bdi>
            </Fact>
            <Fact name={<Trans>Commercial register</Trans>}>
              <bdi>{aes.commercialRegister}</bdi>
            </Fact>
          </>
        )}
      </dl>
      {aes.status === 'WAITING' && isLinkOver && (
        <Notice kind="warning">
          <Trans>
            The confirmation link for {representativeName} ({representativeEmail}) expired on {until}. Send a
            new one below.
          </Trans>
        </Notice>
      )}
      {aes.status === 'WAITING' && !isLinkOver && (
        <Notice kind="info">
          <Trans>
            We emailed a confirmation link to {representativeName} ({representativeEmail}). It’s valid until{' '}
            {until}.
          </Trans>{' '}
          {aes.enabled && <Trans>Nothing changes until then.</Trans>}
        </Notice>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-44 text-ink-secondary">{name}</dt>
      <dd className="min-w-[min(100%,10rem)] grow basis-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
