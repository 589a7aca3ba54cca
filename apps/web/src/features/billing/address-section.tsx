import { Email, line } from '@countersign/contract/values.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { useSectionForm } from '#web/lib/forms/use-section-form.ts'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { plansQuery, saveAddress } from './billing-calls.ts'
import { AddressFields, CountryField, VatField } from './orders/order-fields.tsx'
import { fieldOfRefusal, type Address } from './orders/order-form.ts'

const Form = z.object({
  contactName: line(100),
  contactEmail: z.union([z.literal(''), Email]),
  address1: line(100),
  address2: line(100),
  postalCode: line(20),
  city: line(100),
  country: z.string(),
  vat: line(30),
})
type Values = Address & { readonly country: string; readonly vat: string }

/** Where invoices go, and the VAT number on them. */
export function AddressSection({ business }: { business: Business }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const offer = useQuery(plansQuery)
  const { billing } = business
  const { form, failure, submit } = useSectionForm<Values>({
    values: {
      contactName: billing?.contactName ?? '',
      contactEmail: billing?.contactEmail ?? '',
      address1: billing?.address1 ?? '',
      address2: billing?.address2 ?? '',
      postalCode: billing?.postalCode ?? '',
      city: billing?.city ?? '',
      country: billing?.country ?? '',
      vat: billing?.vat ?? '',
    },
    schema: Form,
    async save(typed) {
      const named = Object.entries(typed).map(([name, value]) => [name, value.trim() || null])
      await saveAddress(business, Object.fromEntries(named))
      showSnackbar(t`Billing details saved.`, { color: 'success' })
    },
  })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()
  const refused = isCallError(failure) ? fieldOfRefusal(failure.key) : null
  const at = (field: 'vat' | 'country') =>
    refused === field ? describeFailure(failure, i18n) : errors[field]?.message
  const set = (part: Partial<Values>) => {
    for (const [name, value] of Object.entries(part))
      form.setValue(name as keyof Values, value, { shouldDirty: true })
  }
  const said = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]))
  return (
    <Section
      id="billing-details"
      title={<Trans>Billing details</Trans>}
      intro={<Trans>Shown on your invoices.</Trans>}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CountryField
          countries={offer.data?.countries ?? []}
          value={values.country}
          error={at('country')}
          onChange={(country) => set({ country })}
        />
        <AddressFields value={values} errors={said} onChange={set} />
        <VatField value={values.vat} error={at('vat')} accepted={false} onChange={(vat) => set({ vat })} />
        <SaveButton failure={refused ? null : failure} loading={isSubmitting}>
          <Trans>Save billing details</Trans>
        </SaveButton>
      </form>
    </Section>
  )
}
