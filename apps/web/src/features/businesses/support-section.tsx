import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { companyShape } from './company.ts'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { saveBusiness } from './business-calls.ts'

const Support = z.object({
  email: z
    .string()
    .check(z.refine((typed) => typed.trim() === '' || isEmail(typed), 'Please enter a valid email')),
  phone: companyShape.phone,
})

/** Whom people may ask who are asked to sign. A wrong one would be blanked: it is refused here first. */
export function SupportSection({ business }: { business: Business }) {
  const { t } = useLingui()
  const { email, phone } = business.settings.supportContact
  const { form, failure, submit } = useSectionForm({
    values: { email: email ?? '', phone: phone ?? '' },
    schema: Support,
    async save(typed) {
      await saveBusiness(business.id, {
        supportContact: {
          ...(dirtyFields.email && { email: typed.email.trim() || null }),
          ...(dirtyFields.phone && { phone: typed.phone.trim() || null }),
        },
      })
      showSnackbar(t`Support contact saved.`, { color: 'success' })
    },
  })
  const { errors, isSubmitting, dirtyFields } = form.formState
  return (
    <Section
      id="support"
      title={<Trans>Support contact</Trans>}
      intro={<Trans>Contact for people your members send documents to. Leave empty for none.</Trans>}
    >
      <form noValidate onSubmit={submit}>
        <div className="flex flex-col gap-4">
          <TextField
            label={t`Support email`}
            type="email"
            inputMode="email"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <TextField
            label={t`Support phone`}
            hint={t`Include the country code, for example +41 44 123 45 67.`}
            type="tel"
            inputMode="tel"
            error={errors.phone?.message}
            {...form.register('phone')}
          />
        </div>
        <SaveButton failure={failure} loading={isSubmitting}>
          <Trans>Save support contact</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
