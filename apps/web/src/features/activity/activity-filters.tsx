import type { Legislation } from '@countersign/contract/values.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PeriodChooser } from '#web/ui/forms/period-choice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { focusContent } from '#web/ui/layout/layout.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { peopleQuery } from './activity-calls.ts'
import { isNarrowed, offeredPeriods, valuesOf, type ActivityState } from './activity-state.ts'
import { SearchField } from './search-field.tsx'
import type { ChangeState } from './use-activity-state.ts'
import { useActivityWords } from './use-activity-words.ts'

interface FiltersProps {
  state: ActivityState
  onChange: ChangeState
}

const nothingChosen = {
  search: '',
  period: { period: 'all', from: '', to: '' },
  filters: {},
} as const satisfies Partial<ActivityState>

/** The button that did it goes: the focus is on the page. */
export function clearFilters(onChange: ChangeState): void {
  onChange(nothingChosen)
  focusContent()
}

/** What the list is narrowed to. On a phone all but the search folds away. */
export function ActivityFilters({ state, onChange, action }: FiltersProps & { action?: ReactNode }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const id = useId()
  const count = Object.keys(state.filters).length + (state.period.period === 'all' ? 0 : 1)
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-col gap-3 md:flex-row md:items-end">
        <div className="grow">
          <SearchField
            label={state.tab === 'signatures' ? t`Search document or person` : t`Search name or email`}
            value={state.search}
            onSearch={(search) => onChange({ search }, { replace: true })}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <div className="md:hidden">
            <Button
              type="secondary"
              color="neutral"
              icon="filter"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {count === 0 ? (
                <Trans>Filter and sort</Trans>
              ) : (
                <Plural value={count} one="# filter" other="# filters" />
              )}
            </Button>
          </div>
          {isNarrowed(state) && (
            <Button type="text" onClick={() => clearFilters(onChange)}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
          {action}
        </div>
      </div>
      <div
        id={id}
        className={classNames(
          'grid items-start gap-3 md:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]',
          !open && 'max-md:hidden',
        )}
      >
        <PeriodChooser
          choice={state.period}
          offered={offeredPeriods}
          onChange={(period) => onChange({ period }, { replace: true })}
        />
        <Choices state={state} onChange={onChange} />
        <div className="md:hidden">
          <Select
            label={t`Sort`}
            value={state.sort}
            options={[
              { value: '-timestamp', label: t`Newest first` },
              { value: 'timestamp', label: t`Oldest first` },
            ]}
            onChange={({ target }) => onChange({ sort: target.value as ActivityState['sort'] })}
          />
        </div>
      </div>
    </div>
  )
}

/** The list's own choices. */
function Choices({ state, onChange }: FiltersProps) {
  const { t } = useLingui()
  const words = useActivityWords()
  const choose = (name: string, value: string) => {
    const others = Object.entries(state.filters).filter(([other]) => other !== name)
    const filters = Object.fromEntries(
      value === '' ? others : [...others, [name, value]],
    ) as typeof state.filters
    onChange({ filters }, { replace: true })
  }
  const choice = (
    name: 'action' | 'quality' | 'legislation',
    label: string,
    any: string,
    wordOf: (value: string) => string,
  ) => (
    <Select
      label={label}
      value={state.filters[name] ?? ''}
      options={[
        { value: '', label: any },
        ...valuesOf(state.tab, name).map((value) => ({ value, label: wordOf(value) })),
      ]}
      onChange={({ target }) => choose(name, target.value)}
    />
  )
  const happened = choice('action', t`Event`, t`Everything`, words.action)
  if (state.tab === 'signatures')
    return (
      <>
        {happened}
        {choice('quality', t`Signature level`, t`All signature levels`, words.quality)}
        <InitiatorChoice
          value={state.filters['initiator'] ?? ''}
          onChange={(value) => choose('initiator', value)}
        />
      </>
    )
  if (state.tab === 'identifications')
    return (
      <>
        {happened}
        {choice('legislation', t`Legal framework`, t`All legal frameworks`, (value) =>
          words.law(value as Legislation),
        )}
      </>
    )
  return happened
}

/** Whose requests: the people of the business, and who was one of them where the address names someone else. */
function InitiatorChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t, i18n } = useLingui()
  const found = useQuery(peopleQuery)
  const people = found.data
  const sorted = (people ?? []).toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))
  const isKnown = value === '' || sorted.some(({ id }) => id === value)
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t`Requests by`}
        value={value}
        options={[
          { value: '', label: t`Everyone` },
          ...(isKnown ? [] : [{ value, label: people ? t`Former member` : '…' }]),
          ...sorted.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {found.isError && <RetryNotice failure={found.error} onRetry={() => void found.refetch()} />}
    </div>
  )
}
