import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { line } from '@countersign/contract/values.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { orNull } from './attributes.ts'
import { useSaveSettings } from './change-account.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'

const Part11Form = z.object({ name: line(200), reason: line(200) })

/** What a signature on regulated records states (21 CFR 11.50): filled in beforehand, to be changed when signing. */
export function Part11Section({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const { attributes } = user
  const { form, failure, submit } = useSectionForm({
    values: { name: attributes.p11SigningName ?? '', reason: attributes.p11SigningReason ?? '' },
    schema: Part11Form,
    save: ({ name, reason }) =>
      saveSettings(
        { p11SigningName: orNull(name), p11SigningReason: orNull(reason) },
        t`Name and reason saved`,
      ),
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Section
      id="part-11"
      title={t`Regulated records (21 CFR Part 11)`}
      intro={t`Businesses under FDA rules require a name and a reason from each signer. We’ll prefill what you enter here.`}
    >
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`Name when signing`}
            hint={t`Your own, from your account.`}
            autoComplete="name"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label={t`Reason for signing`}
            hint={t`For example: reviewed and approved.`}
            error={errors.reason?.message}
            {...form.register('reason')}
          />
        </div>
        <SaveButton failure={failure} loading={isSubmitting}>
          <Trans>Save name and reason</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
