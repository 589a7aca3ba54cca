import type { AesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Checkbox, ChoiceGroup } from '#web/ui/forms/checkbox.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { askForAes } from './domain-calls.ts'

const needs = z.string().check(z.trim(), z.minLength(1))
const AesFormValues = z.object({
  name: needs,
  email: z.string().check(z.refine(isEmail)),
  register: needs,
  domains: z.array(z.string()).check(z.minLength(1)),
})
type AesFormValues = z.infer<typeof AesFormValues>

interface AesFormProps {
  aes: AesForBusiness
  /** Those that are proved: others cannot be chosen. */
  proved: readonly string[]
  onAsked: (aes: AesForBusiness) => void
}

/** Who represents the business, and for which addresses it vouches. Sent, the representative has a mail. */
export function AesForm({ aes, proved, onAsked }: AesFormProps) {
  const { t } = useLingui()
  const { form, errors, failure, isSubmitting, submit } = useSentForm<AesFormValues>({
    values: {
      name: aes.representativeName ?? '',
      email: aes.representativeEmail ?? '',
      register: aes.commercialRegister ?? '',
      domains: aes.domains.length === 0 ? [...proved] : proved.filter((one) => aes.domains.includes(one)),
    },
    check: AesFormValues,
    async send(typed, { reset }) {
      const request = await askForAes({
        representativeName: typed.name.trim(),
        representativeEmail: typed.email.trim(),
        commercialRegister: typed.register.trim(),
        domains: typed.domains,
      })
      reset(typed)
      onAsked(request)
      showSnackbar(t`Email sent to ${request.representativeEmail ?? ''}.`, { color: 'success' })
    },
  })
  const needed = (field: 'name' | 'register') => errors[field] && t`This field is required.`
  const domains = form.watch('domains')
  const choose = (domain: string, isChosen: boolean) =>
    form.setValue(
      'domains',
      proved.filter((one) => (one === domain ? isChosen : domains.includes(one))),
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t`Representative’s name`}
        hint={t`Someone authorised to sign for the business, as listed in the commercial register.`}
        maxLength={100}
        autoComplete="off"
        error={needed('name')}
        {...form.register('name')}
      />
      <TextField
        label={t`Representative’s email`}
        type="email"
        maxLength={254}
        autoComplete="off"
        error={
          errors.email &&
          (form.watch('email').trim() === '' ? t`This field is required.` : t`Enter an email address.`)
        }
        {...form.register('email')}
      />
      <TextField
        label={t`Entry in the commercial register`}
        hint={t`Number and register, such as CHE-123.456.789, Bern`}
        maxLength={100}
        autoComplete="off"
        error={needed('register')}
        {...form.register('register')}
      />
      <ChoiceGroup legend={<Trans>For people with an email at</Trans>}>
        {proved.map((domain) => (
          <Checkbox
            key={domain}
            label={<bdi className="wrap-anywhere">{domain}</bdi>}
            checked={domains.includes(domain)}
            onChange={({ target }) => choose(domain, target.checked)}
          />
        ))}
        {errors.domains && (
          <p role="alert" className="text-sm text-error">
            <Trans>Choose at least one domain.</Trans>
          </p>
        )}
      </ChoiceGroup>
      <SaveButton failure={failure} loading={isSubmitting}>
        {aes.status === 'WAITING' ? <Trans>Resend email</Trans> : <Trans>Send to the representative</Trans>}
      </SaveButton>
    </form>
  )
}
