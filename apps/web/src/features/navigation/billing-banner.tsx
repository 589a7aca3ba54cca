import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BillingNotice } from '#web/lib/business/billing-notice.ts'
import { daysLeft } from '#web/lib/language/days-left.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** To the administrators: the days of the trial, a payment that failed, a plan that ends. */
export function BillingBanner({ notice }: { notice: BillingNotice }) {
  const { i18n } = useLingui()
  if (notice.kind === 'payment-failed')
    return (
      <Line look="error" to={paths.businessPlan()} act={<Trans>Pay or change card</Trans>}>
        <Trans>Your last payment failed.</Trans>
      </Line>
    )
  if (notice.kind === 'cancelled') {
    const day = formatDate(notice.on, i18n.locale)
    return (
      <Line look="warning" to={paths.businessPlan()} act={<Trans>Keep my plan</Trans>}>
        <Trans>Your plan ends on {day}.</Trans>
      </Line>
    )
  }
  return (
    <Line look="info" to={paths.businessUpgrade()} act={<Trans>Choose a plan</Trans>}>
      <Plural
        value={daysLeft(notice.until)}
        one="Your trial ends in # day."
        other="Your trial ends in # days."
      />
    </Line>
  )
}

const looks = {
  error: { ground: 'bg-error-ground', ink: 'text-error', icon: 'warning' },
  warning: { ground: 'bg-waiting-ground', ink: 'text-waiting', icon: 'warning' },
  info: { ground: 'bg-selected', ink: 'text-accent', icon: 'info' },
} as const

function Line(props: { look: keyof typeof looks; to: string; act: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  const { ground, ink, icon } = looks[props.look]
  return (
    <aside
      aria-label={t`Plan`}
      className={`flex items-center gap-3 border-b border-line px-4 text-sm text-ink ${ground}`}
    >
      <span className={ink}>
        <Icon name={icon} size={18} />
      </span>
      <p className="min-w-0 grow py-2">{props.children}</p>
      <AppLink
        to={props.to}
        className="flex min-h-11 shrink-0 items-center px-1 font-medium text-accent underline"
      >
        {props.act}
      </AppLink>
    </aside>
  )
}
