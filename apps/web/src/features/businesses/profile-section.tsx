import type { Business } from '@countersign/contract/businesses.ts'
import { Email } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { saveBusiness } from './business-calls.ts'
import { companyShape } from './company.ts'
import { CompanyFields } from './company-fields.tsx'

const Profile = z.object({ ...companyShape, email: Email })

/** What the business is called and how it is reached. */
export function ProfileSection({ business }: { business: Business }) {
  const { t } = useLingui()
  const { form, failure, submit } = useSectionForm({
    values: {
      name: business.name,
      email: business.email,
      country: business.country ?? '',
      phone: business.phone ?? '',
    },
    schema: Profile,
    // Nothing but what was changed here: another admin may have changed the rest since it was read.
    async save({ name, email, country, phone }) {
      await saveBusiness(business.id, {
        ...(dirtyFields.name && { name }),
        ...(dirtyFields.email && { email }),
        ...(dirtyFields.country && { country: country || null }),
        ...(dirtyFields.phone && { phone: phone || null }),
      })
      showSnackbar(t`Business profile saved.`, { color: 'success' })
    },
  })
  const { errors, isSubmitting, dirtyFields } = form.formState
  return (
    <Section
      id="company"
      title={<Trans>Name and address</Trans>}
      intro={<Trans>Shown to the people your members send documents to.</Trans>}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CompanyFields
          name={{ error: errors.name?.message, ...form.register('name') }}
          country={form.register('country')}
          phone={{ error: errors.phone?.message, ...form.register('phone') }}
        />
        <TextField
          label={t`Business email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <SaveButton failure={failure} loading={isSubmitting}>
          <Trans>Save business profile</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
