import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { isProved, orNull } from './attributes.ts'
import { useSaveSettings } from './change-account.ts'
import { isPhone } from '#web/lib/forms/phone.ts'
import { VerifiedFact } from './verified-fact.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'

const Mobile = z.string().check(z.maxLength(40), z.refine(isPhone, 'Invalid format'))
const MobileForm = z.object({ mobile: Mobile })

export function MobileSection({ user }: { user: User }) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const { form, failure, submit } = useSectionForm({
    values: { mobile: user.attributes.mobile ?? '' },
    schema: MobileForm,
    save: ({ mobile }) => saveSettings({ mobile: orNull(mobile) }, t`Mobile number saved`),
  })
  const { errors, isSubmitting } = form.formState
  const intro = t`We may send signing codes for advanced and qualified signatures to this number.`
  return (
    <Section id="mobile" title={t`Mobile number`} intro={intro}>
      {isProved(user, 'mobile') ? (
        <>
          <VerifiedFact label={t`Mobile number`} value={user.attributes.mobile} />
          <p className="mt-1 text-sm text-ink-secondary">
            <Trans>A new identity check with another number replaces it.</Trans>
          </p>
        </>
      ) : (
        <form noValidate onSubmit={submit}>
          <div className="sm:max-w-md">
            <TextField
              label={t`Mobile number`}
              hint={t`Optional. Include the country code, for example +41 79 123 45 67.`}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              error={errors.mobile?.message}
              {...form.register('mobile')}
            />
          </div>
          <SaveButton failure={failure} loading={isSubmitting}>
            <Trans>Save number</Trans>
          </SaveButton>
        </form>
      )}
    </Section>
  )
}
