import type { Statistics } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatNumber } from '#web/lib/language/format.ts'
import { BarTable } from './bar-table.tsx'
import { formatDuration } from './duration.ts'

/** What became of requests, and what has not yet. */
export function RequestBars({ requests }: Pick<Statistics, 'requests'>) {
  const { t, i18n } = useLingui()
  const rows = [
    { id: 'completed', name: t`Completed in this period`, count: requests.completed, fill: 'fill-completed' },
    { id: 'overdue', name: t`Expired unsigned in this period`, count: requests.overdue, fill: 'fill-error' },
    { id: 'open', name: t`Open now`, count: requests.open, fill: 'fill-to-sign' },
    { id: 'soon', name: t`Expiring within 7 days`, count: requests.due_soon, fill: 'fill-waiting' },
  ]
  return (
    <BarTable
      label={t`Signature requests`}
      header={t`Status`}
      plain
      name={({ name }) => name}
      rows={rows}
      columns={[
        {
          header: t({ message: 'Number', context: 'count' }),
          value: ({ count }) => count,
          text: ({ count }) => formatNumber(count, i18n.locale),
          fill: ({ fill }) => fill,
        },
      ]}
    />
  )
}

/** How long requests took from being sent to their last signature. */
export function TimeBars({ time }: { time: Statistics['time_to_complete'] }) {
  const { t, i18n } = useLingui()
  const { median_seconds: median, p90_seconds: p90 } = time
  if (median === null || p90 === null)
    return (
      <p className="py-4 text-ink-secondary">
        <Trans>No requests completed in this period.</Trans>
      </p>
    )
  return (
    <BarTable
      label={t`Time to complete`}
      header={t`Count`}
      plain
      name={({ name }) => name}
      rows={[
        { id: 'median', name: t`Median`, seconds: median },
        { id: 'p90', name: t`90th percentile`, seconds: p90 },
      ]}
      columns={[
        {
          header: t`Time`,
          value: ({ seconds }) => seconds,
          text: ({ seconds }) => formatDuration(seconds, i18n.locale),
          fill: () => 'fill-accent',
        },
      ]}
    />
  )
}
