import { useLingui } from '@lingui/react/macro'
import { ProcessingCheckbox } from '#web/ui/forms/processing-checkbox.tsx'
import { TermsCheckbox } from '#web/ui/forms/terms-checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Founding, OrderField } from './order-form.ts'

/** The business that begins with this plan. */
export function FoundingFields(props: {
  value: Founding
  errors: Partial<Record<OrderField, string>>
  onChange: (part: Partial<Founding>) => void
}) {
  const { t } = useLingui()
  const { value, errors, onChange } = props
  return (
    <>
      <TextField
        label={t`Business name`}
        name="name"
        autoComplete="organization"
        maxLength={100}
        value={value.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t`Phone (optional)`}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint={t`Include the country code, for example +41 44 123 45 67.`}
        value={value.phone}
        error={errors.phone}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
      <div>
        <TermsCheckbox
          name="gtc"
          checked={value.gtc}
          error={errors.gtc}
          onChange={(event) => onChange({ gtc: event.target.checked })}
        />
        <ProcessingCheckbox
          name="dpa"
          checked={value.dpa}
          error={errors.dpa}
          onChange={(event) => onChange({ dpa: event.target.checked })}
        />
      </div>
    </>
  )
}
