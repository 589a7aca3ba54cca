import { useLingui } from '@lingui/react/macro'
import { useMemo, type ComponentProps } from 'react'
import { countriesIn } from '#web/lib/forms/calling-codes.ts'
import { localeOf } from '#web/lib/language/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type Props = Partial<Omit<ComponentProps<typeof TextField>, 'label'>> & { error?: string | undefined }

/** What a business is called and how it is reached. */
export function CompanyFields({
  name,
  country,
  phone,
}: {
  name: Props
  country: Partial<Omit<ComponentProps<typeof Select>, 'label' | 'options'>>
  phone: Props
}) {
  const { t, i18n } = useLingui()
  const options = useMemo(
    () => [
      { value: '', label: t`Choose` },
      ...countriesIn(localeOf(i18n.locale)).map((one) => ({ value: one.country, label: one.name })),
    ],
    [i18n.locale, t],
  )
  return (
    <>
      <TextField
        label={t`Business name`}
        hint={t`The name your signers know.`}
        autoComplete="organization"
        maxLength={100}
        {...name}
      />
      <Select label={t`Country (optional)`} options={options} autoComplete="country" {...country} />
      <TextField
        label={t`Phone (optional)`}
        hint={t`Include the country code, for example +41 44 123 45 67.`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...phone}
      />
    </>
  )
}
