import type { StatusSummary } from '@countersign/contract/system-status.ts'
import type { BusinessLines } from '#web/lib/business/business-lines.ts'
import { BillingBanner } from './billing-banner.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What is being maintained, which business comes to its end, and what its plan needs. */
export function LinesAbove(props: { status: StatusSummary | null; business: BusinessLines | null }) {
  const { status } = props
  const { deleteAt = null, billing = null } = props.business ?? {}
  return (
    <>
      {status && <MaintenanceBanner status={status} />}
      {deleteAt && <EndingBanner deleteAt={deleteAt} />}
      {billing && !deleteAt && <BillingBanner notice={billing} />}
    </>
  )
}

/** To the administrators of a business that is going to be deleted: the day, and the way back. */
function EndingBanner({ deleteAt }: { deleteAt: string }) {
  const { t, i18n } = useLingui()
  const day = formatDate(deleteAt, i18n.locale)
  return (
    <aside
      aria-label={t`Your business`}
      className="flex items-center gap-3 border-b border-line bg-waiting-ground px-4 text-sm text-ink"
    >
      <span className="text-waiting">
        <Icon name="warning" size={18} />
      </span>
      <p className="min-w-0 grow py-2">
        <Trans>Your business will be deleted on {day}.</Trans>
      </p>
      <AppLink
        to={paths.businessProfile()}
        className="flex min-h-11 shrink-0 items-center px-1 font-medium text-accent underline"
      >
        <Trans>Keep</Trans>
      </AppLink>
    </aside>
  )
}
