import { useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { languageNames, languages } from '#web/lib/language/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type Field = UseFormRegisterReturn & { error: string | undefined }

/** Who a signer is besides their address, and the language of their emails. */
export function SignerNameFields(props: { firstName: Field; lastName: Field; language: Field }) {
  const { t } = useLingui()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`First name (optional)`} autoComplete="off" maxLength={100} {...props.firstName} />
        <TextField label={t`Last name (optional)`} autoComplete="off" maxLength={100} {...props.lastName} />
      </div>
      <Select
        label={t`Email language`}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...props.language}
      />
    </>
  )
}
