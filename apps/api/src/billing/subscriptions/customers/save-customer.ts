import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { find as findBusiness } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { BillingAddress } from '@countersign/contract/billing-shapes.ts'
import type { Customer, TaxLocation } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import type { BusinessBilling } from '../billing.ts'
import { checkAddress } from '../orders/check-choice.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import * as repository from '../repository.ts'
import type { AtProvider } from '../sync/sync-billing.ts'
import { findCustomer } from './find-customer.ts'

export type AddressChange = { readonly [K in keyof BillingAddress]?: BillingAddress[K] | undefined }

/**
 * Has the customer's record at the provider made, or changed, and keeps its id at once: a process that dies after it finds
 * the record again by our reference. What is named of the address is changed.
 */
export function saveCustomer(
  context: Context,
  actor: AccountActor,
  businessId: string,
  change: AddressChange,
): Promise<AtProvider> {
  return inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, async (tx, billing) => {
      await allowAdmin(tx, actor, businessId)
      const business = await findBusiness(tx, businessId)
      if (!business) throw new Refusal('not_found')
      const now = context.now()
      if (billingStateOf(billing, null, now).paymentMethod === 'MANUAL') throw new Refusal('billing.manual')
      const known = await findCustomer(context, tx, billing)
      const provider = known?.provider ?? providerForNew(context)
      const address = addressAfter(billing, business.country, change)
      checkAddress(address)
      const { id } = await atProvider(context, () =>
        provider.saveCustomer(
          customerAt(address, {
            reference: `business:${businessId}`,
            name: business.name,
            email: business.email,
            language: actor.language,
          }),
          known?.customerId ?? null,
        ),
      )
      await repository.save(tx, businessId, { address, provider: provider.name, customerId: id })
      return { provider, customerId: id }
    }),
  )
}

/** What the record will say once a change is saved: by it an order is priced as well. */
export const addressAfter = (
  { address }: Pick<BusinessBilling, 'address'>,
  country: string | null,
  change: AddressChange,
): Partial<BillingAddress> => ({ country, ...address, ...named(change) })

export const named = (change: AddressChange): Partial<BillingAddress> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export function customerAt(
  address: Partial<BillingAddress>,
  own: Pick<Customer, 'reference' | 'name' | 'email' | 'language'>,
): Customer {
  return {
    ...own,
    email: address.contactEmail ?? own.email,
    ...taxLocationOf(address),
  }
}

export function taxLocationOf(address: Partial<BillingAddress>): TaxLocation {
  return {
    address: {
      line1: address.address1 ?? null,
      line2: address.address2 ?? null,
      postalCode: address.postalCode ?? null,
      city: address.city ?? null,
      country: address.country ?? null,
    },
    vat: address.vat ?? null,
  }
}
