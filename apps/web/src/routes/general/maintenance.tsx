import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import type { Maintenance, StatusSummary } from '@countersign/contract/system-status.ts'
import { formatDateTime } from '#web/lib/language/format.ts'
import { isBlocked, readStatus, systemStatus } from '#web/lib/calls/maintenance.ts'
import { paths } from '#web/lib/paths.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'
import { Statement } from '#web/ui/layout/statement.tsx'

const checkEvery = 60_000
type Reading = 'asking' | 'read' | 'failed'

/** Says what the operators say of the system, now and once a minute. */
export function MaintenancePage() {
  const { t } = useLingui()
  usePageTitle(t`Maintenance`)
  const { reading, check } = useReading()
  const status = useStore(systemStatus)
  return (
    <SimpleLayout>
      <div aria-live="polite">
        {reading === 'asking' && <Statement title={t`Checking the service …`} />}
        {reading === 'failed' && (
          <Statement
            title={t`The service is temporarily unavailable`}
            action={<Button onClick={check}>{t`Check again`}</Button>}
          >
            <Trans>Your saved work is safe. This page checks again every minute.</Trans>
          </Statement>
        )}
        {reading === 'read' && status && <Status status={status} check={check} />}
      </div>
    </SimpleLayout>
  )
}

function Status({ status, check }: { status: StatusSummary; check: () => void }) {
  const { t } = useLingui()
  const blocked = isBlocked(status)
  return (
    <>
      <Statement
        title={blocked ? t`Maintenance in progress` : t`The service is running`}
        action={
          <>
            {blocked ? (
              <Button onClick={check}>{t`Check again`}</Button>
            ) : (
              <Button to={paths.home()}>{t`Go to home page`}</Button>
            )}
            {status.url && (blocked || status.maintenances.length > 0) && (
              <Button type="secondary" href={status.url}>
                <Trans>Open status page</Trans>
              </Button>
            )}
          </>
        }
      >
        {blocked ? (
          <Trans>
            The service is unavailable until then. Your saved work is safe. This page checks again every
            minute.
          </Trans>
        ) : status.maintenances.length > 0 ? (
          <Trans>Planned or in progress:</Trans>
        ) : (
          <Trans>No maintenance at the moment.</Trans>
        )}
      </Statement>
      {status.maintenances.length > 0 && (
        <ul className="mx-auto mt-6 flex max-w-md flex-col gap-2">
          {status.maintenances.map((maintenance) => (
            <MaintenanceEntry key={maintenance.id} maintenance={maintenance} />
          ))}
        </ul>
      )}
    </>
  )
}

function MaintenanceEntry({ maintenance }: { maintenance: Maintenance }) {
  const { i18n } = useLingui()
  const from = formatDateTime(maintenance.startsAt, i18n.locale)
  const until = formatDateTime(maintenance.endsAt, i18n.locale)
  return (
    <li className="rounded border border-line bg-sheet p-3">
      <p className="font-medium">{maintenance.name}</p>
      <p className="text-sm text-ink-secondary">
        {from} – {until}
      </p>
    </li>
  )
}

function useReading(): { reading: Reading; check: () => void } {
  const [reading, setReading] = useState<Reading>('asking')
  const check = useCallback(() => {
    readStatus().then(
      () => setReading('read'),
      () => setReading('failed'),
    )
  }, [])
  useEffect(() => {
    check()
    const timer = window.setInterval(check, checkEvery)
    return () => window.clearInterval(timer)
  }, [check])
  return { reading, check }
}
