import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState, type ReactNode } from 'react'
import type { DashboardTab } from '#web/lib/requests/dashboard-tab.ts'
import { formatNumber } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useStatusWord } from '#web/ui/requests/status-badge.tsx'
import { DateFilter } from './date-filter.tsx'
import { countsQuery } from '../list-query.ts'
import { SortChoice } from './sort-choice.tsx'
import { isDated, statusFilters, type StatusFilter, type ViewState } from '../view-state.ts'
import { later } from '#web/ui/later.tsx'

const ApiUserFilter = later(async () => ({
  default: (await import('./api-user-filter.tsx')).ApiUserFilter,
}))

interface FiltersProps {
  tab: DashboardTab
  view: ViewState
  /** One sees what API users of one's business have sent. */
  isShared: boolean
  /** The list is narrowed by at least one of them. */
  isFiltered: boolean
  onChange: (part: Partial<ViewState>) => void
  onClear: () => void
}

export function Filters({ tab, view, isShared, isFiltered, onChange, onClear }: FiltersProps) {
  const { t } = useLingui()
  const wordOf = useStatusWord()
  const { data: counts } = useQuery(countsQuery)
  // An error is rare: its filter appears once there is one.
  const shown = statusFilters.filter(
    (status) => status !== 'ERROR' || (counts?.ERROR ?? 0) > 0 || view.filters.includes('ERROR'),
  )
  const dated = isDated(view)
  const [datesOpen, setDatesOpen] = useState(dated)
  const datesId = useId()

  function toggle(status: StatusFilter) {
    const chosen = view.filters.includes(status)
    onChange({
      filters: statusFilters.filter((one) => (one === status ? !chosen : view.filters.includes(one))),
    })
  }

  return (
    <div className="mb-3">
      <div className="flex items-start gap-2">
        {tab !== 'drafts' && (
          <div
            role="group"
            aria-label={t`Filter`}
            className="-ml-3 flex min-w-0 gap-2 py-1 pl-3 max-sm:sideways sm:ml-0 sm:flex-wrap sm:px-1"
          >
            {shown.map((status) => (
              <Chip
                key={status}
                pressed={view.filters.includes(status)}
                count={counts?.[status]}
                onClick={() => toggle(status)}
              >
                {status === 'TO_SIGN' ? t`To sign` : wordOf(status)}
              </Chip>
            ))}
            {view.sharedBy === '' && (
              <Chip pressed={view.sentByMe} onClick={() => onChange({ sentByMe: !view.sentByMe })}>
                <Trans>Sent by me</Trans>
              </Chip>
            )}
            {isShared && (
              <Suspense>
                <ApiUserFilter value={view.sharedBy} onChange={(sharedBy) => onChange({ sharedBy })} />
              </Suspense>
            )}
            <Chip
              pressed={dated}
              expanded={datesOpen}
              controls={datesId}
              onClick={() => setDatesOpen(!datesOpen)}
            >
              <Trans>Dates</Trans>
              <Icon name="chevronDown" size={16} />
            </Chip>
            {isFiltered && (
              <Button type="text" size="sm" className="shrink-0 whitespace-nowrap" onClick={onClear}>
                <Trans>Clear filters</Trans>
              </Button>
            )}
          </div>
        )}
        <div className="ml-auto shrink-0 py-1">
          <SortChoice sort={view.sort} onChange={(sort) => onChange({ sort })} />
        </div>
      </div>
      {tab !== 'drafts' && datesOpen && <DateFilter id={datesId} view={view} onChange={onChange} />}
    </div>
  )
}

interface ChipProps {
  count?: number | undefined
  pressed: boolean
  expanded?: boolean
  controls?: string
  onClick: () => void
  children: ReactNode
}

function Chip({ count, pressed, expanded, controls, onClick, children }: ChipProps) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      aria-pressed={expanded === undefined ? pressed : undefined}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      className={classNames(
        'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-1 rounded-full border px-4 whitespace-nowrap md:min-h-8 md:px-3',
        pressed
          ? 'border-accent bg-selected font-medium text-accent'
          : 'border-line-field bg-sheet hover:bg-hover',
      )}
      onClick={onClick}
    >
      {pressed && expanded === undefined && <Icon name="check" size={16} />}
      {children}
      {count !== undefined && count > 0 && (
        <span className="text-sm text-ink-secondary tabular-nums">{formatNumber(count, i18n.locale)}</span>
      )}
    </button>
  )
}
