import { Trans, useLingui } from '@lingui/react/macro'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { User } from '@countersign/contract/account-shapes.ts'
import { isE164 } from '#web/lib/calling-codes.ts'
import { paths } from '#web/lib/paths.ts'
import { useSectionForm } from '#web/lib/use-section-form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BackToStandards } from './standards-frame.tsx'

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
          Advanced and qualified electronic signatures are approved on your phone: with a code that is sent to
          it, or with Mobile ID, which asks there for a PIN that only you know.
        </Trans>
      </p>
      <Section
        id="number"
        title={t`Mobile number`}
        intro={t`Whoever has this phone can approve signatures in your name.`}
      >
        {isProved ? <Proved user={user} /> : <NumberForm {...props} />}
      </Section>
      <Section id="mobile-id" title={t`Mobile ID`}>
        <p>
          <Trans>
            Mobile ID belongs to a SIM card. If yours has it, the trust service asks on the phone by itself:
            there is nothing to turn on here. A new SIM card without its recovery code takes a new
            identification.
          </Trans>
        </p>
      </Section>
      <BackToStandards />
    </>
  )
}

function Proved({ user }: { user: User }) {
  return (
    <>
      <p className="text-lg font-medium tabular-nums">{user.attributes.mobile}</p>
      <p className="mt-1 flex items-start gap-1.5 text-sm text-completed">
        <Icon name="checkCircle" size={16} />
        <Trans>Proved by your identification</Trans>
      </p>
      <p className="mt-4">
        <Trans>
          Your identification is bound to this number. For another number you are identified again, with the
          new one.
        </Trans>
      </p>
      <TextLink to={paths.signatureStandards('update')}>
        <Trans>Be identified with another number</Trans>
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
    save: (changes) => props.save(changes, t`Your mobile number is saved`),
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
            hint={t`An identification proves it. Another number later has to be proved anew.`}
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
