import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { Email } from '@countersign/contract/values.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { orNull } from './attributes.ts'
import { useSaveSettings } from './change-account.ts'
import { SaveButton } from './save-button.tsx'
import { Section } from './section.tsx'
import { useSectionForm } from './use-section-form.ts'

const IdentityForm = z.object({ email: z.union([z.literal(''), Email]) })

/** The address that signatures and their protocol show. */
export function IdentitySection({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const { form, failure, submit } = useSectionForm({
    values: { email: user.attributes.signerIdentityEmail ?? '' },
    schema: IdentityForm,
    save: ({ email }) =>
      saveSettings({ signerIdentityEmail: orNull(email) }, t`The e-mail in your signatures is saved`),
  })
  return (
    <Section
      id="identity"
      title={t`E-mail in your signatures`}
      intro={t`Signatures and their protocol name you with an e-mail. Everybody who gets the document can read it.`}
    >
      <form noValidate onSubmit={submit}>
        <div className="sm:max-w-md">
          <TextField
            label={t`E-mail in your signatures`}
            hint={t`Leave it empty to be named with ${user.email}.`}
            type="email"
            inputMode="email"
            autoComplete="email"
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
        </div>
        <SaveButton failure={failure} loading={form.formState.isSubmitting}>
          <Trans>Save e-mail in signatures</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
