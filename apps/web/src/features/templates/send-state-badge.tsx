import type { BulkSend, BulkSendRow } from '@countersign/contract/bulk-sends.ts'
import { useLingui } from '@lingui/react/macro'
import { StatusBadge } from '#web/ui/requests/status-badge.tsx'
import { isAllWaiting } from './template-calls.ts'

export function SendState({ send }: { send: BulkSend }) {
  const { t } = useLingui()
  const { state } = send
  if (isAllWaiting(send)) return <StatusBadge status="WAITING" word={t`Waiting`} />
  if (state === 'RUNNING') return <StatusBadge status="WAITING" word={t`Being sent`} />
  if (state === 'CANCELLED') return <StatusBadge status="CANCELLED" word={t`Stopped`} />
  return <StatusBadge status="COMPLETED" word={t`Done`} />
}

export function RowState({ row }: { row: BulkSendRow }) {
  const { t } = useLingui()
  if (row.state === 'PENDING') return <StatusBadge status="WAITING" word={t`Waiting`} />
  if (row.state === 'REFUSED') return <StatusBadge status="ERROR" word={t`Not sent`} />
  if (row.state === 'CANCELLED') return <StatusBadge status="CANCELLED" word={t`Stopped`} />
  return row.delivery === 'failed' ? (
    <StatusBadge status="ERROR" word={t`Not delivered`} />
  ) : (
    <StatusBadge status="COMPLETED" word={t`Sent`} />
  )
}
