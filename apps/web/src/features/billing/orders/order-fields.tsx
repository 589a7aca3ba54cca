import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import { localeOf } from '#web/lib/language/language.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Country } from './choice.ts'
import type { Address, OrderField } from './order-form.ts'

type Errors = Partial<Record<OrderField, string>>

interface AddressFieldsProps {
  value: Address
  errors: Errors
  onChange: (part: Partial<Address>) => void
}

/** Where invoices go. */
export function AddressFields({ value, errors, onChange }: AddressFieldsProps) {
  const { t } = useLingui()
  const field = (name: keyof Address) => ({
    name,
    value: value[name],
    error: name === 'address2' ? undefined : errors[name],
    maxLength: 100,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Contact name`} autoComplete="name" {...field('contactName')} />
        <TextField
          label={t`Email for invoices`}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...field('contactEmail')}
          maxLength={254}
        />
      </div>
      <TextField label={t`Street and number`} autoComplete="address-line1" {...field('address1')} />
      <TextField label={t`Address line 2 (optional)`} autoComplete="address-line2" {...field('address2')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Postcode`} autoComplete="postal-code" {...field('postalCode')} maxLength={20} />
        <TextField label={t`Town or city`} autoComplete="address-level2" {...field('city')} />
      </div>
    </>
  )
}

interface CountryFieldProps {
  countries: readonly Country[]
  value: string
  error?: string | undefined
  hint?: ReactNode
  onChange: (country: string) => void
}

/** The countries that have a price, by their names; the nearest ones first. */
export function CountryField({ countries, value, error, hint, onChange }: CountryFieldProps) {
  const { t, i18n } = useLingui()
  const options = useMemo(() => {
    const locale = localeOf(i18n.locale)
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const near = ['CH', 'LI', 'DE', 'AT', 'FR', 'IT']
    const rank = (country: string) => near.indexOf(country) + 1 || near.length + 1
    const named = countries.map(({ country }) => ({ value: country, label: names.of(country) ?? country }))
    return [
      { value: '', label: t`Choose` },
      ...named.sort((a, b) => rank(a.value) - rank(b.value) || a.label.localeCompare(b.label, locale)),
    ]
  }, [countries, i18n.locale, t])
  return (
    <Select
      label={t`Country`}
      name="country"
      autoComplete="country"
      options={options}
      value={value}
      error={error}
      hint={hint}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A VAT number, with what came of its check. */
export function VatField(props: {
  value: string
  error?: string | undefined
  /** It was checked and is well-formed. */
  accepted: boolean
  onChange: (vat: string) => void
  onBlur?: () => void
}) {
  const { t } = useLingui()
  const { value, error, accepted, onChange, onBlur } = props
  return (
    <div>
      <TextField
        label={t`VAT number (optional)`}
        name="vat"
        autoComplete="off"
        maxLength={30}
        hint={t`For example CHE-123.456.789 or DE123456789.`}
        value={value}
        error={error}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className="text-sm text-completed">
        {accepted && (
          <span className="mt-1 inline-flex items-center gap-1.5">
            <Icon name="checkCircle" size={16} />
            <Trans>VAT number accepted</Trans>
          </span>
        )}
      </p>
    </div>
  )
}
