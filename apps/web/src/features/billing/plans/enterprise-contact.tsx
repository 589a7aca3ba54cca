import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { Email, line } from '@countersign/contract/values.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { isPhone } from '#web/lib/forms/phone.ts'
import { useDialogForm } from '#web/lib/forms/use-dialog-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog, type DialogControls } from '#web/ui/dialogs/dialog-store.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { askForOffer } from '../billing-calls.ts'
import type { Buyer } from '../orders/buyer.ts'

const Contact = z.object({
  name: line(100, 1),
  business: line(100, 1),
  email: Email,
  phone: z.string().check(z.refine(isPhone, 'Invalid format')),
  seats: z.string().check(z.regex(/^(|[1-9]\d{0,3})$/)),
  message: z.string().check(z.maxLength(2000)),
  consent: z.literal(true),
})
interface ContactInput {
  readonly name: string
  readonly business: string
  readonly email: string
  readonly phone: string
  readonly seats: string
  readonly message: string
  readonly consent: boolean
}

/** Asks for an offer. It never stops the page it was opened from. */
export function openEnterpriseContact(buyer: Buyer): void {
  openDialog<ContactInput>({
    namespace: 'business',
    name: 'enterprise-contact',
    title: <Trans>Contact sales</Trans>,
    content: (controls) => <ContactForm buyer={buyer} controls={controls} />,
    onAction: async ({ seats, phone, message, name, business, email }) => {
      await askForOffer({
        name: name.trim(),
        business: business.trim(),
        email,
        phone: phone.trim() || null,
        seats: seats === '' ? null : Number(seats),
        message: message.trim() || null,
        consent: true,
      })
      showSnackbar(<Trans>Thank you. We’ll get in touch with you.</Trans>, { color: 'success' })
    },
  })
}

function ContactForm({ buyer, controls }: { buyer: Buyer; controls: DialogControls<ContactInput> }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { form, errors, submit } = useDialogForm<ContactInput>({
    values: {
      name: buyer?.billing?.contactName ?? '',
      business: buyer?.name ?? '',
      email: buyer?.billing?.contactEmail ?? buyer?.email ?? '',
      phone: buyer?.phone ?? '',
      seats: '',
      message: '',
      consent: false,
    },
    schema: Contact,
    controls,
  })
  const field = (name: Exclude<keyof ContactInput, 'consent'>) => ({
    error: errors[name]?.message,
    ...form.register(name),
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField label={t`Your name`} autoComplete="name" maxLength={100} {...field('name')} />
      <TextField label={t`Business`} autoComplete="organization" maxLength={100} {...field('business')} />
      <TextField label={t`Work email`} type="email" autoComplete="email" {...field('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Phone (optional)`} type="tel" autoComplete="tel" {...field('phone')} />
        <TextField label={t`Seats (optional)`} inputMode="numeric" {...field('seats')} />
      </div>
      <TextArea label={t`Message (optional)`} rows={3} maxLength={2000} {...field('message')} />
      <Checkbox
        label={t`I agree to be contacted about an offer.`}
        error={errors.consent && describeField('accept', i18n)}
        {...form.register('consent')}
      />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={controls.loading} onClick={controls.close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button submit loading={controls.loading}>
          <Trans>Send request</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
