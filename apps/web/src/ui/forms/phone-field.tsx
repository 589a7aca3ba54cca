import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useMemo, useState, type Ref } from 'react'
import { callingCodeOf, countriesIn, isE164, splitNumber, toE164 } from '#web/lib/forms/calling-codes.ts'
import { localeOf } from '#web/lib/language/language.ts'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'

interface PhoneFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** E.164; empty for none. */
  value: string
  onChange: (number: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** A mobile number by its country. What is dialled from abroad is below: one sees what will be used. */
export function PhoneField({ label, hint, error, value, onChange, inputRef }: PhoneFieldProps) {
  const { t, i18n } = useLingui()
  const hintId = useId()
  const [given] = useState(() => splitNumber(value))
  const [country, setCountry] = useState(given.country)
  const [typed, setTyped] = useState(given.national)
  const [known, setKnown] = useState(value)
  // Another number than the one that was typed here: by an undo, or from another tab.
  if (known !== value) {
    setKnown(value)
    if (value !== toE164(country, typed)) {
      const next = splitNumber(value, country)
      setCountry(next.country)
      setTyped(next.national)
    }
  }
  const options = useMemo(
    () =>
      countriesIn(localeOf(i18n.locale)).map(({ country: code, name }) => ({
        value: code,
        label: `${name} (+${callingCodeOf(code)})`,
      })),
    [i18n.locale],
  )
  const number = toE164(country, typed)
  function change(nextCountry: string, next: string) {
    // Typed with its country, a number says on its own where it is from.
    const whole = toE164(nextCountry, next)
    const isWhole = /^\s*(\+|00)/.test(next) && isE164(whole)
    setCountry(isWhole ? splitNumber(whole, nextCountry).country : nextCountry)
    setTyped(next)
    onChange(whole)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t`Country code`}
          options={options}
          autoComplete="tel-country-code"
          value={country}
          onChange={(event) => change(event.target.value, typed)}
        />
        <TextField
          ref={inputRef}
          label={label}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          hintElsewhere={hintId}
          error={error}
          value={typed}
          onChange={(event) => change(country, event.target.value)}
        />
      </div>
      <p id={hintId} className="text-sm text-ink-secondary">
        <Trans>Enter the number as dialled in that country, or with + and the country code.</Trans> {hint}
      </p>
      <p className="text-sm" aria-live="polite">
        {isE164(number) && (
          <Trans>
            Number in use: <span className="font-medium tabular-nums">{number}</span>
          </Trans>
        )}
      </p>
    </div>
  )
}
