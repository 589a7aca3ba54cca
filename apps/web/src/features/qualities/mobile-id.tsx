import { Trans, useLingui } from '@lingui/react/macro'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { isE164 } from '#web/lib/forms/calling-codes.ts'
import { paths } from '#web/lib/paths.ts'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BackToQualities } from './qualities-frame.tsx'

/** The number that signatures are approved with: what it is for, and what changing it means. */
export function MobileId(props: {
  user: User
  save: (changes: { mobile: string }, message: string) => Promise<unknown>
}) {
  const { t } = useLingui()
  const { user } = props
  const isProved = user.attributes.immutableEidFields.includes('mobile')
  return (
    <>
      <p className="mb-4">
        <Trans>
          You confirm advanced and qualified electronic signatures on your phone, with a code or with your
          Mobile ID PIN.
        </Trans>
      </p>
      <Section
        id="number"
        title={t`Mobile number`}
        intro={t`Anyone with this phone can confirm signatures in your name.`}
      >
        {isProved ? <Proved user={user} /> : <NumberForm {...props} />}
      </Section>
      <Section id="mobile-id" title={t`Mobile ID`}>
        <p>
          <Trans>
            Mobile ID is linked to a SIM card. If yours has it, the trust service uses it automatically. A new
            SIM card without its recovery code requires a new identity check.
          </Trans>
        </p>
      </Section>
      <BackToQualities />
    </>
  )
}

function Proved({ user }: { user: User }) {
  return (
    <>
      <p className="text-lg font-medium tabular-nums">{user.attributes.mobile}</p>
      <p className="mt-1 flex items-start gap-1.5 text-sm text-completed">
        <Icon name="checkCircle" size={16} />
        <Trans context="number">Verified</Trans>
      </p>
      <p className="mt-4">
        <Trans>
          Your identity verification is linked to this number. Changing it requires a new identity check.
        </Trans>
      </p>
      <TextLink to={paths.qualities('update')}>
        <Trans>Verify identity with another number</Trans>
      </TextLink>
    </>
  )
}

const Number = z.object({ mobile: z.string().check(z.refine(isE164, 'Invalid format')) })

function NumberForm(props: Parameters<typeof MobileId>[0]) {
  const { t } = useLingui()
  const { form, failure, submit } = useSectionForm({
    values: { mobile: props.user.attributes.mobile ?? '' },
    schema: Number,
    save: (changes) => props.save(changes, t`Mobile number saved`),
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit}>
      <Controller
        control={form.control}
        name="mobile"
        render={({ field }) => (
          <PhoneField
            label={t`Mobile number`}
            hint={t`You’ll confirm signatures with this number. If an identity check verifies it, changing it later requires a new identity check.`}
            value={field.value}
            onChange={field.onChange}
            inputRef={field.ref}
            error={errors.mobile?.message}
          />
        )}
      />
      <SaveButton failure={failure} loading={isSubmitting}>
        <Trans>Save number</Trans>
      </SaveButton>
    </form>
  )
}
