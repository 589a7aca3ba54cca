import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { timeModes, type TimeMode, type ViewState } from '../view-state.ts'

interface DateFilterProps {
  id: string
  view: ViewState
  onChange: (part: Partial<ViewState>) => void
}

/** From a day to a day, and which of a request's times is meant. */
export function DateFilter({ id, view, onChange }: DateFilterProps) {
  const { t } = useLingui()
  const { from, to } = view.dates
  const words: Record<TimeMode, string> = {
    updated: t`Changed`,
    created: t`Created`,
    completed: t`Completed`,
    expires: t`Expires`,
  }
  const upsideDown = from !== '' && to !== '' && from > to
  return (
    <div
      id={id}
      className="mt-3 grid gap-3 rounded-sheet border border-line bg-sheet p-4 sm:grid-cols-3 md:max-w-2xl"
    >
      <Select
        label={t`Date type`}
        value={view.currentTimeMode}
        options={timeModes.map((mode) => ({ value: mode, label: words[mode] }))}
        onChange={(event) => onChange({ currentTimeMode: event.target.value as TimeMode })}
      />
      <TextField
        label={t`From`}
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ dates: { from: event.target.value, to } })}
      />
      <TextField
        label={t`To`}
        type="date"
        value={to}
        min={from || undefined}
        error={upsideDown && t`End date is before start date`}
        onChange={(event) => onChange({ dates: { from, to: event.target.value } })}
      />
    </div>
  )
}
