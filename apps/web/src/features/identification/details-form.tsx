import { Trans, useLingui } from '@lingui/react/macro'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { line } from '@countersign/contract/values.ts'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useStart } from './use-start.ts'
import type { Person, IdentificationOption, Holder } from './holder.ts'

const Details = z.object({
  firstName: line(100, 1),
  lastName: line(100, 1),
  mobile: z.string().check(z.refine(isE164, 'Invalid format')),
})

/** Who one is, in the words of one's document, and the way to the service's page. */
export function DetailsForm({ holder, option }: { holder: Holder; option: IdentificationOption }) {
  const { t } = useLingui()
  const start = useStart(holder)
  const { form, failure, submit } = useSectionForm<Person>({
    values: holder.person,
    schema: Details,
    save: (person) => start(option, person),
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`All first names`}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <Controller
        control={form.control}
        name="mobile"
        render={({ field }) => (
          <PhoneField
            label={t`Mobile number`}
            hint={t`You’ll confirm signatures with this number. Changing it later requires a new identity check.`}
            value={field.value}
            onChange={field.onChange}
            inputRef={field.ref}
            error={errors.mobile?.message}
          />
        )}
      />
      <p className="text-ink-secondary">
        <Trans>
          You’ll continue on the identity verification service’s page. It receives your name, number and
          email, and brings you back here afterwards.
        </Trans>
      </p>
      {failure !== null && <RefusalNotice failure={failure} />}
      <div>
        <Button submit size="lg" loading={isSubmitting}>
          <Trans>Go to identity check</Trans>
        </Button>
      </div>
    </form>
  )
}
