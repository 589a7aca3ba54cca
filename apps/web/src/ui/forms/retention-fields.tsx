import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ChoiceGroup, Radio } from './checkbox.tsx'
import { TextField } from './text-field.tsx'

const [shortest, longest] = [30, 3650]

interface Retention {
  readonly days: number
  /** Counted from the end of the request, else from its beginning. */
  readonly terminalState: boolean
}

/** After how many days something is deleted, and from when they are counted. */
export function useRetention(retention: Retention) {
  const [days, setDays] = useState(String(retention.days))
  const [terminalState, setTerminalState] = useState(retention.terminalState)
  const [tried, setTried] = useState(false)
  const count = /^\d+$/.test(days.trim()) ? Number(days) : Number.NaN
  const isGood = count >= shortest && count <= longest
  const value: Retention | null = isGood ? { days: count, terminalState } : null
  return {
    /** What is typed; null while it is no such number. */
    value,
    /** What was chosen; null, and said beside the field, where it is no such number. */
    choose: () => {
      setTried(true)
      return value
    },
    fields: { days, setDays, terminalState, setTerminalState, isWrong: tried && !isGood },
  }
}

type Fields = ReturnType<typeof useRetention>['fields']

export function RetentionFields({ label, fields }: { label: string; fields: Fields }) {
  const { t } = useLingui()
  const { days, setDays, terminalState, setTerminalState, isWrong } = fields
  return (
    <>
      <TextField
        label={label}
        hint={t`From ${shortest} to ${longest}.`}
        inputMode="numeric"
        autoComplete="off"
        value={days}
        onChange={(event) => setDays(event.target.value)}
        error={isWrong && t`Enter a whole number from ${shortest} to ${longest}.`}
      />
      <ChoiceGroup legend={t`Counted from`}>
        <Radio
          name="counted-from"
          label={t`the end of the request`}
          hint={t`When it’s signed, declined, withdrawn or expired.`}
          checked={terminalState}
          onChange={() => setTerminalState(true)}
        />
        <Radio
          name="counted-from"
          label={t`the creation of the request`}
          hint={t`Requests still open then will expire first, and everyone who has received them will be notified.`}
          checked={!terminalState}
          onChange={() => setTerminalState(false)}
        />
      </ChoiceGroup>
    </>
  )
}
