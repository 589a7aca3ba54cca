import type { BillingCycle, Currency, OfferedPlan } from '@countersign/contract/billing-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { controlClass, FieldError } from '#web/ui/forms/field.tsx'
import { withinRange, yearlySaving, type SeatRange } from '../orders/choice.ts'
import { formatPercent } from '../money.ts'

/** Monthly or yearly; what the year saves is said beside it. */
export function CycleSwitch(props: {
  plans: readonly OfferedPlan[]
  currency: Currency
  value: BillingCycle
  onChange: (cycle: BillingCycle) => void
}) {
  const { i18n } = useLingui()
  const saving = yearlySaving(props.plans, props.currency)
  const percent = formatPercent(saving, i18n.locale)
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>Billing period</Trans>
      </legend>
      <div className="inline-flex rounded border border-line-field bg-sheet p-0.5">
        {(['month', 'year'] as const).map((cycle) => (
          <label
            key={cycle}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2 rounded px-4 font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent md:min-h-9',
              cycle === props.value ? 'bg-accent text-on-accent' : 'text-ink hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="cycle"
              className="sr-only"
              checked={cycle === props.value}
              onChange={() => props.onChange(cycle)}
            />
            {cycle === 'month' ? <Trans>Monthly</Trans> : <Trans>Yearly</Trans>}
            {cycle === 'year' && saving > 0 && (
              <span className="text-sm font-normal">
                <Trans>save {percent}</Trans>
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** How many seats, by buttons or typed; never outside what the plan is sold with. */
export function SeatsStepper(props: {
  value: number
  range: SeatRange
  error?: string | undefined
  onChange: (seats: number) => void
}) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { value, range, error, onChange } = props
  const [min, max] = [formatNumber(range.min, i18n.locale), formatNumber(range.max, i18n.locale)]
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        <Trans>Seats</Trans>
      </label>
      <div className="flex items-center gap-2">
        <Button
          type="secondary"
          color="neutral"
          label={t`Fewer seats`}
          disabled={value <= range.min}
          onClick={() => onChange(withinRange(value - 1, range))}
        >
          −
        </Button>
        <input
          id={id}
          name="seats"
          type="number"
          inputMode="numeric"
          min={range.min}
          max={range.max}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          className={`${controlClass} w-24! text-center tabular-nums`}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
          onBlur={() => onChange(withinRange(value, range))}
        />
        <Button
          type="secondary"
          color="neutral"
          label={t`More seats`}
          disabled={value >= range.max}
          onClick={() => onChange(withinRange(value + 1, range))}
        >
          +
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-secondary">
        <Trans>
          One for each person in your business, including invitations. From {min} to {max}.
        </Trans>
      </p>
      <FieldError id={id} error={error} />
    </div>
  )
}
