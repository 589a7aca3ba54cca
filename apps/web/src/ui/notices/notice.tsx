import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

const looks = {
  error: { icon: 'warning', className: 'bg-error-ground', ink: 'text-error' },
  warning: { icon: 'warning', className: 'bg-waiting-ground', ink: 'text-waiting' },
  success: { icon: 'checkCircle', className: 'bg-completed-ground', ink: 'text-completed' },
  info: { icon: 'info', className: 'bg-selected', ink: 'text-accent' },
} as const

/** A message that stays where it belongs. An error is read out at once. */
export function Notice({
  kind,
  title,
  children,
  action,
}: {
  kind: keyof typeof looks
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  const look = looks[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded p-3 text-start text-ink', look.className)}
    >
      <span className={classNames('mt-px', look.ink)}>
        <Icon name={look.icon} />
      </span>
      <div className="min-w-0 grow">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-sm">{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
