import { useLingui } from '@lingui/react/macro'
import type { RequestStatus, SignerStatus, ViewerStatus } from '@countersign/contract/values.ts'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'

type Status = ViewerStatus | RequestStatus | SignerStatus

const looks: Record<Status, { icon: IconName; ink: string }> = {
  TO_SIGN: { icon: 'sign', ink: 'text-to-sign' },
  OPEN: { icon: 'mail', ink: 'text-waiting' },
  WAITING: { icon: 'clock', ink: 'text-waiting' },
  COMPLETED: { icon: 'checkCircle', ink: 'text-completed' },
  SIGNED: { icon: 'checkCircle', ink: 'text-completed' },
  CANCELLED: { icon: 'cancel', ink: 'text-cancelled' },
  DECLINED: { icon: 'cancel', ink: 'text-cancelled' },
  WITHDRAWN: { icon: 'cancel', ink: 'text-cancelled' },
  EXPIRED: { icon: 'cancel', ink: 'text-cancelled' },
  DRAFT: { icon: 'draft', ink: 'text-ink-secondary' },
  ERROR: { icon: 'warning', ink: 'text-error' },
}

export function useStatusWord(): (status: Status) => string {
  const { t } = useLingui()
  return (status) =>
    ({
      TO_SIGN: t`Your turn`,
      OPEN: t`Sent`,
      WAITING: t`Waiting`,
      COMPLETED: t`Completed`,
      SIGNED: t`Signed`,
      CANCELLED: t`Cancelled`,
      DECLINED: t`Declined`,
      WITHDRAWN: t`Withdrawn`,
      EXPIRED: t`Expired`,
      DRAFT: t`Draft`,
      ERROR: t`Error`,
    })[status]
}

interface StatusBadgeProps {
  status: Status
  /** Replaces the general word where the place has a more exact one. */
  word?: string
  icon?: IconName
}

/** A state is always shown with its word, its icon and its colour together. */
export function StatusBadge({ status, word, icon: ownIcon }: StatusBadgeProps) {
  const wordOf = useStatusWord()
  const { icon, ink } = looks[status]
  return (
    <span className={classNames('inline-flex max-w-full items-start gap-1.5 text-sm font-medium', ink)}>
      {/* As high as a line: the word may take two. */}
      <span className="inline-flex h-[1lh] shrink-0 items-center">
        <Icon name={ownIcon ?? icon} size={18} />
      </span>
      <span className="min-w-0 wrap-break-word">{word ?? wordOf(status)}</span>
    </span>
  )
}
