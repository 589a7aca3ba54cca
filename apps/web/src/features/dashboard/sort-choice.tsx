import { useLingui } from '@lingui/react/macro'
import type { ViewState } from './view-state.ts'

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
    <select
      aria-label={t`Sort`}
      value={choices.some(([by, direction]) => `${by} ${direction}` === value) ? value : 'updated_at desc'}
      className="min-h-11 cursor-pointer rounded border border-transparent bg-transparent px-2 text-ink-secondary hover:bg-hover hover:text-ink md:min-h-8"
      onChange={(event) => {
        const [by, direction] = event.target.value.split(' ') as [Sort['by'], Sort['direction']]
        onChange({ by, direction })
      }}
    >
      {choices.map(([by, direction, words]) => (
        <option key={`${by} ${direction}`} value={`${by} ${direction}`}>
          {words}
        </option>
      ))}
    </select>
  )
}
