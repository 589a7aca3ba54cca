import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate, formatDateTime } from '#web/lib/language/format.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'

export function DomainBadge({ status }: Pick<BusinessDomain, 'status'>) {
  const { t } = useLingui()
  if (status === 'VERIFIED') return <StatusBadge status="COMPLETED" word={t`Verified`} />
  if (status === 'LAPSED') return <StatusBadge status="ERROR" word={t`No longer verified`} />
  return <StatusBadge status="WAITING" word={t`Not verified yet`} />
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
        {proved && status === 'VERIFIED' && <Trans>Verified on {proved}.</Trans>}{' '}
        {checked ? <Trans>Last checked on {checked}.</Trans> : <Trans>Not checked yet.</Trans>}
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
        The record is there, but another business has verified this domain. You can take it over once that
        business removes it, or its record has been missing for three days.
      </Trans>
    )
  if (problem === 'no_answer')
    return <Trans>The domain’s name servers didn’t respond. We’ll check again automatically.</Trans>
  if (isProved)
    return (
      <Trans>
        The record is missing. Add it again: otherwise the domain loses its verification after three days.
        Nobody can join through it until then.
      </Trans>
    )
  if (problem === 'other_value')
    return (
      <Trans>The record exists but has a different value. Please compare it character by character.</Trans>
    )
  return (
    <Trans>
      Record not found yet. DNS changes can take minutes or up to a day. We’ll check again automatically.
    </Trans>
  )
}
