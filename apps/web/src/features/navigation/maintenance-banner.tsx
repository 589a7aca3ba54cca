import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Maintenance, StatusSummary } from '@countersign/contract/system-status.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { refreshServerTime, serverNow } from '#web/lib/calls/server-time.ts'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { noticeOf } from './maintenance-notice.ts'

/** A maintenance during which one can work, or one that is near: one line, and where to read more. */
export function MaintenanceBanner({ status }: { status: StatusSummary }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    void refreshServerTime().then(() => setNow(serverNow()))
  }, [status])
  const maintenance = noticeOf(status, now)
  return maintenance && <Line maintenance={maintenance} />
}

function Line({ maintenance }: { maintenance: Maintenance }) {
  const { t, i18n } = useLingui()
  const from = formatDateTime(maintenance.startsAt, i18n.locale)
  const until = formatDateTime(maintenance.endsAt, i18n.locale)
  return (
    <aside
      aria-label={t`Maintenance`}
      className="flex items-center gap-3 border-b border-line bg-waiting-ground px-4 text-sm text-ink"
    >
      <span className="text-waiting">
        <Icon name="warning" size={18} />
      </span>
      <p className="min-w-0 grow py-2">
        {maintenance.inProgress ? (
          <Trans>Maintenance until {until}. Some things may be slow.</Trans>
        ) : (
          <Trans>
            Scheduled maintenance from {from} to {until}.
          </Trans>
        )}
      </p>
      <AppLink
        to={paths.maintenance()}
        className="flex min-h-11 shrink-0 items-center px-1 font-medium text-accent underline"
      >
        <Trans>Read more</Trans>
      </AppLink>
    </aside>
  )
}
