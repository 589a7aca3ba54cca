import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ProcessingCheckbox } from '#web/ui/forms/processing-checkbox.tsx'
import { CompanyForm, type Company } from './company.ts'
import { CompanyFields } from './company-fields.tsx'

/** The first step of signing up for a business: the business itself. */
export function CompanyStep({ company, onDone }: { company: Company; onDone: (company: Company) => void }) {
  const { i18n } = useCatalog()
  const { form, errors, submit } = useSentForm<Company>({
    values: company,
    check: CompanyForm,
    send: (typed, { reset }) => {
      onDone(typed)
      // It is kept: leaving this step loses nothing.
      reset(typed)
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
