import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { countOf, type Entry, type Kind, type Order, type PeopleFilter } from './entries.ts'

/** Which people show, and in which order. */
export function PeopleFilters(props: {
  entries: readonly Entry[]
  wanted: PeopleFilter
  onChange: (wanted: PeopleFilter) => void
}) {
  const { entries, wanted, onChange } = props
  const { t } = useLingui()
  const labels: Record<Kind, string> = {
    all: t`Everyone`,
    admins: t`Administrators`,
    members: t`Members`,
    locked: t`Locked`,
    invited: t`Invited`,
  }
  const option = (kind: Kind) => ({ value: kind, label: `${labels[kind]} (${countOf(entries, kind)})` })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto_auto]">
      <div className="col-span-2 sm:col-span-1">
        <TextField
          label={t`Search people`}
          type="search"
          maxLength={100}
          value={wanted.search}
          onChange={(event) => onChange({ ...wanted, search: event.target.value })}
        />
      </div>
      <Select
        label={t`Show`}
        value={wanted.kind}
        options={[option('all'), option('admins'), option('members'), option('locked'), option('invited')]}
        onChange={(event) => onChange({ ...wanted, kind: event.target.value as Kind })}
      />
      <Select
        label={t`Sort by`}
        value={wanted.order}
        options={[
          { value: 'name', label: t`Name` },
          { value: 'email', label: t`Email` },
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
        ]}
        onChange={(event) => onChange({ ...wanted, order: event.target.value as Order })}
      />
    </div>
  )
}
