import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { describeField } from '#web/lib/field-errors.ts'
import { schemaResolver, showFieldErrors } from '#web/lib/form-resolver.ts'
import { useFormGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { TermsCheckbox } from '#web/ui/terms-checkbox.tsx'
import { makeBusiness } from './business-calls.ts'
import { CompanyForm, noCompany, type Company } from './company.ts'
import { CompanyFields } from './company-fields.tsx'
import { ProcessingCheckbox } from './processing-checkbox.tsx'

interface Values extends Company {
  readonly gtc: boolean
}

const Registration = z.extend(CompanyForm, { gtc: z.literal(true) })

/** Turns the personal account into a business, whose admin it is. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const { i18n } = useCatalog()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Values>({
    defaultValues: { ...noCompany, gtc: false },
    resolver: schemaResolver<Values>(Registration, i18n),
  })
  const { errors, isSubmitting } = form.formState
  useFormGuard(form)
  const accept = describeField('accept', i18n)
  const submit = form.handleSubmit(async ({ gtc, ...company }) => {
    setFailure(null)
    try {
      await makeBusiness(company, gtc)
      onDone()
    } catch (refusal) {
      if (!showFieldErrors(refusal, form.setError, i18n)) setFailure(refusal)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure !== null && <RefusalNotice failure={failure} />}
      <CompanyFields
        name={{ error: errors.name?.message, ...form.register('name') }}
        country={form.register('country')}
        phone={{ error: errors.phone?.message, ...form.register('phone') }}
      />
      <div>
        <TermsCheckbox error={errors.gtc && accept} {...form.register('gtc')} />
        <ProcessingCheckbox error={errors.dpa && accept} {...form.register('dpa')} />
      </div>
      <Button submit block size="lg" loading={isSubmitting}>
        <Trans>Create business</Trans>
      </Button>
    </form>
  )
}
