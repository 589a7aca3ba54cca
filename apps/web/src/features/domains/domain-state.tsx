import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

export function DomainBadge({ status }: Pick<BusinessDomain, 'status'>) {
  const { t } = useLingui()
  if (status === 'VERIFIED') return <StatusBadge status="COMPLETED" word={t`Proved`} />
  if (status === 'LAPSED') return <StatusBadge status="ERROR" word={t`No longer proved`} />
  return <StatusBadge status="WAITING" word={t`Not proved yet`} />
}

/** What the last look found, and when it was. */
export function DomainFindings({ domain }: { domain: BusinessDomain }) {
  const { i18n } = useLingui()
  const { status, checkedAt, verifiedAt, problem } = domain
  const checked = checkedAt && formatDateTime(checkedAt, i18n.locale)
  const proved = verifiedAt && formatDate(verifiedAt, i18n.locale)
  return (
    <>
      <p className="text-sm text-ink-secondary">
        {proved && status === 'VERIFIED' && <Trans>Proved on {proved}.</Trans>}{' '}
        {checked ? <Trans>Last looked at on {checked}.</Trans> : <Trans>Not looked at yet.</Trans>}
      </p>
      {problem && (
        <Notice kind={status === 'VERIFIED' ? 'warning' : 'info'}>
          <Problem problem={problem} isProved={status === 'VERIFIED'} />
        </Notice>
      )}
    </>
  )
}

function Problem({
  problem,
  isProved,
}: {
  problem: NonNullable<BusinessDomain['problem']>
  isProved: boolean
}) {
  if (problem === 'taken')
    return (
      <Trans>
        The record is there, but another business has proved this domain. It becomes yours once that business
        gives it up, or its record has been gone for three days.
      </Trans>
    )
  if (problem === 'no_answer')
    return (
      <Trans>
        The domain’s name servers did not answer. We look again by ourselves; you need not do anything.
      </Trans>
    )
  if (isProved)
    return (
      <Trans>
        The record is gone. Please set it again: without it the domain is no longer yours after three days,
        and nobody can join by it until it is back.
      </Trans>
    )
  if (problem === 'other_value')
    return (
      <Trans>
        There is a record of this name, but with another value. Please compare it letter by letter.
      </Trans>
    )
  return (
    <Trans>
      We have not found the record yet. It can take some minutes, or up to a day, until everybody sees a new
      record. We look again by ourselves.
    </Trans>
  )
}
