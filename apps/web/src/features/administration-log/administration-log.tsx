import type { AdministrativeAction } from '@countersign/contract/administration-log.ts'
import { administrativeActions } from '@countersign/contract/administrative-actions.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { saveFile } from '#web/lib/calls/file-name.ts'
import { formatNumber } from '#web/lib/language/format.ts'
import { isUpsideDown, type Period } from '#web/lib/language/period.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { shownOnPage } from '#web/ui/lists/pages.ts'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { PeriodChooser } from '#web/ui/forms/period-choice.tsx'
import { RecordTable, type Column } from '#web/ui/lists/record-table.tsx'
import { TimeCell } from '#web/ui/lists/time-cell.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActionDetails } from './action-details.tsx'
import { subjectOf } from './action-facts.ts'
import { exportLog, logQuery, type LogState } from './log-calls.ts'
import { useActionWords } from './use-action-words.ts'

const offered: readonly Period[] = ['all', 'last-7', 'last-30', 'last-90', 'last-365', 'own']
const sizes = [25, 50, 100] as const
const everything = { period: { period: 'all', from: '', to: '' }, filters: {} } as const

interface LogProps {
  state: LogState
  onChange: (part: Partial<LogState>, how?: { replace?: boolean }) => void
}

/** Every administrative action, newest first. */
export function AdministrationLog({ state, onChange }: LogProps) {
  const log = useQuery(logQuery(state))
  const isBeyond = useExistingPage(log, state.page, (page) => onChange({ page }, { replace: true }))
  const isNone = !log.isError && (isUpsideDown(state.period) || log.data?.total_items === 0)
  useFocusOnPart(isNone || undefined)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-prose text-ink-secondary">
          <Trans>
            This log is tamper-evident: each entry includes the hash of the previous one, and the latest are
            signed and timestamped every hour.
          </Trans>
        </p>
        <ExportLog />
      </div>
      <LogFilters state={state} onChange={onChange} />
      {/* There before it has anything to say: what a period or a filter doesn't find is read out. */}
      <div role="status">
        {isNone && (
          <EmptyState
            title={<Trans>No activity in this period</Trans>}
            action={
              <Button type="secondary" onClick={() => onChange({ ...everything, page: 1 })}>
                <Trans>Show all</Trans>
              </Button>
            }
          />
        )}
      </div>
      {log.isError ? (
        <ErrorState failure={log.error} onRetry={() => void log.refetch()} />
      ) : isNone ? null : log.data && !isBeyond ? (
        <>
          <Actions actions={log.data.items} busy={log.isPlaceholderData} />
          <Footer
            state={state}
            total={log.data.total_items}
            pages={log.data.total_pages}
            onChange={onChange}
          />
        </>
      ) : (
        <div className="flex flex-col gap-2">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      )}
    </>
  )
}

function LogFilters({ state, onChange }: LogProps) {
  const { t, i18n } = useLingui()
  const words = useActionWords()
  const kinds = administrativeActions
    .map((value) => ({ value, label: words(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))
  return (
    <div className="mb-4 grid items-start gap-3 md:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      <PeriodChooser
        choice={state.period}
        offered={offered}
        onChange={(period) => onChange({ period }, { replace: true })}
      />
      <Select
        label={t`Action`}
        value={state.filters['action'] ?? ''}
        options={[{ value: '', label: t`Everything` }, ...kinds]}
        onChange={({ target }) =>
          onChange({ filters: target.value === '' ? {} : { action: target.value } }, { replace: true })
        }
      />
    </div>
  )
}

function Actions({ actions, busy }: { actions: readonly AdministrativeAction[]; busy: boolean }) {
  const { t } = useLingui()
  const words = useActionWords()
  const columns: Column<AdministrativeAction & { id: string }>[] = [
    { key: 'at', header: t`When`, cell: ({ at }) => <TimeCell at={at} /> },
    {
      key: 'act',
      header: t`Action`,
      cell: ({ type, data }) => (
        <>
          <span className="block">{words(type)}</span>
          <bdi className="block text-sm text-ink-secondary">{subjectOf(data)}</bdi>
        </>
      ),
    },
    {
      key: 'actor',
      header: t`By`,
      cell: ({ actor }) => (
        <>
          {actor.name ? <bdi className="block">{actor.name}</bdi> : <Trans>The service</Trans>}
          {actor.address && <span className="block text-sm text-ink-secondary">{actor.address}</span>}
        </>
      ),
    },
    { key: 'details', header: t`Details`, cell: (act) => <ActionDetails act={act} /> },
  ]
  return (
    <RecordTable
      label={t`Administration log`}
      columns={columns}
      rows={actions.map((act) => ({ ...act, id: String(act.seq) }))}
      busy={busy}
    />
  )
}

function Footer({ state, total, pages, onChange }: LogProps & { total: number; pages: number }) {
  const { t, i18n } = useLingui()
  const shown = shownOnPage(state.page, state.size, total)
  const [from, to, all] = [shown.from, shown.to, total].map((one) => formatNumber(one, i18n.locale))
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-ink-secondary">
      <p role="status" className="tabular-nums">
        <Trans>
          {from} to {to} of {all}
        </Trans>
      </p>
      <Pagination page={state.page} totalPages={pages} onChange={(page) => onChange({ page })} />
      {total > sizes[0] && (
        <div className="ml-auto">
          <Select
            label={t`Per page`}
            value={state.size}
            options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={({ target }) =>
              onChange({ size: sizes.find((size) => size === Number(target.value)) ?? 25 })
            }
          />
        </div>
      )}
    </div>
  )
}

function ExportLog() {
  const exporting = useMutation({ mutationFn: exportLog, onSuccess: saveFile })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        type="secondary"
        icon="download"
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        <Trans>Export full log</Trans>
      </Button>
      {exporting.isError && <RefusalNotice failure={exporting.error} />}
    </div>
  )
}
