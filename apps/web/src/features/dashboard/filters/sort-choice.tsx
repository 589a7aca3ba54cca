import { useLingui } from '@lingui/react/macro'
import { Icon } from '#web/ui/icon.tsx'
import type { ViewState } from '../view-state.ts'

type Sort = ViewState['sort']

/** One choice a person understands instead of a column and a direction. */
export function SortChoice({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useLingui()
  const choices: readonly [Sort['by'], Sort['direction'], string][] = [
    ['updated_at', 'desc', t`Recently updated`],
    ['updated_at', 'asc', t`Least recently updated`],
    ['created_at', 'desc', t`Newest first`],
    ['created_at', 'asc', t`Oldest first`],
    ['title', 'asc', t`Title A to Z`],
    ['title', 'desc', t`Title Z to A`],
    ['status', 'asc', t`By status`],
    ['expiration_date', 'asc', t`Expiry date (soonest first)`],
  ]
  const value = `${sort.by} ${sort.direction}`
  return (
    <span className="relative inline-grid place-items-center text-ink-secondary">
      {/* A phone has room for its symbol alone. */}
      <span className="pointer-events-none absolute sm:hidden">
        <Icon name="filter" />
      </span>
      <select
        aria-label={t`Sort`}
        value={choices.some(([by, direction]) => `${by} ${direction}` === value) ? value : 'updated_at desc'}
        className="min-h-11 cursor-pointer rounded border border-transparent bg-transparent px-2 hover:bg-hover hover:text-ink max-sm:w-11 max-sm:appearance-none max-sm:text-transparent md:min-h-8"
        onChange={(event) => {
          const [by, direction] = event.target.value.split(' ') as [Sort['by'], Sort['direction']]
          onChange({ by, direction })
        }}
      >
        {choices.map(([by, direction, words]) => (
          <option key={`${by} ${direction}`} className="text-ink" value={`${by} ${direction}`}>
            {words}
          </option>
        ))}
      </select>
    </span>
  )
}
