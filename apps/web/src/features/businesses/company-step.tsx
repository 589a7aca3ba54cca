import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { describeField } from '#web/lib/field-errors.ts'
import { schemaResolver } from '#web/lib/form-resolver.ts'
import { useFormGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { CompanyForm, type Company } from './company.ts'
import { CompanyFields } from './company-fields.tsx'
import { ProcessingCheckbox } from './processing-checkbox.tsx'

/** The first step of signing up for a business: the business itself. */
export function CompanyStep({ company, onDone }: { company: Company; onDone: (company: Company) => void }) {
  const { i18n } = useCatalog()
  const form = useForm<Company>({
    defaultValues: company,
    resolver: schemaResolver<Company>(CompanyForm, i18n),
  })
  const { errors } = form.formState
  useFormGuard(form)
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
      className="flex flex-col gap-4"
    >
      <CompanyFields
        name={{ error: errors.name?.message, autoFocus: true, ...form.register('name') }}
        country={form.register('country')}
        phone={{ error: errors.phone?.message, ...form.register('phone') }}
      />
      <ProcessingCheckbox error={errors.dpa && describeField('accept', i18n)} {...form.register('dpa')} />
      <Button submit block size="lg">
        <Trans>Next: your account</Trans>
      </Button>
    </form>
  )
}
