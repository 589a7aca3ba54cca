import { useLingui } from '@lingui/react/macro'
import { isUpsideDown, type Period, type PeriodChoice } from '#web/lib/language/period.ts'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'

interface PeriodChooserProps {
  choice: PeriodChoice
  offered: readonly Period[]
  onChange: (choice: PeriodChoice) => void
}

/** Of a month or a year it matters where its days begin: the times in a list are those of its reader. */
const isCalendar = (period: Period): boolean => /month|year/.test(period)

/** A period by a word, or from a day to a day. */
export function PeriodChooser({ choice, offered, onChange }: PeriodChooserProps) {
  const { t } = useLingui()
  const words: Record<Period, string> = {
    'last-7': t`Last 7 days`,
    'last-30': t`Last 30 days`,
    'last-90': t`Last 90 days`,
    'last-365': t`Last 365 days`,
    'this-month': t`This month`,
    'last-month': t`Last month`,
    'this-year': t`This year`,
    all: t`All time`,
    own: t`Custom`,
  }
  const { period, from, to } = choice
  return (
    <>
      <Select
        label={t`Period`}
        value={period}
        hint={isCalendar(period) ? t`Days in UTC` : undefined}
        options={offered.map((value) => ({ value, label: words[value] }))}
        onChange={({ target }) => onChange({ period: target.value as Period, from, to })}
      />
      {period === 'own' && (
        <>
          <TextField
            label={t`First day (UTC)`}
            type="date"
            value={from}
            max={to || undefined}
            onChange={({ target }) => onChange({ period, from: target.value, to })}
          />
          <TextField
            label={t`Last day (UTC)`}
            type="date"
            value={to}
            min={from || undefined}
            error={isUpsideDown(choice) && t`End date is before start date`}
            onChange={({ target }) => onChange({ period, from, to: target.value })}
          />
        </>
      )}
    </>
  )
}
