import { useLingui as useCatalog } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ProcessingCheckbox } from '#web/ui/forms/processing-checkbox.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TermsCheckbox } from '#web/ui/forms/terms-checkbox.tsx'
import { makeBusiness } from './business-calls.ts'
import { CompanyForm, noCompany, type Company } from './company.ts'
import { CompanyFields } from './company-fields.tsx'

interface Values extends Company {
  readonly gtc: boolean
}

const Registration = z.extend(CompanyForm, { gtc: z.literal(true) })

/** Turns the personal account into a business, whose admin it is. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const { i18n } = useCatalog()
  const { form, errors, failure, isSubmitting, submit } = useSentForm<Values>({
    values: { ...noCompany, gtc: false },
    check: Registration,
    async send({ gtc, ...company }) {
      await makeBusiness(company, gtc)
      onDone()
    },
  })
  const accept = describeField('accept', i18n)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
