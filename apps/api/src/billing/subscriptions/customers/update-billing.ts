import type { BillingAddress } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { find as findBusiness } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { canonical } from '#api/evidence/canonical-json.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { checkAddress } from '../orders/check-choice.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import * as repository from '../repository.ts'
import { findCustomer } from './find-customer.ts'
import { type AddressChange, customerAt, named } from './save-customer.ts'

/** Where invoices go. What is named is changed, here and at the provider; a business without a customer record has it kept for later. */
export async function updateBilling(
  context: Context,
  actor: AccountActor,
  businessId: string,
  change: AddressChange,
): Promise<BillingAddress> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  return inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, async (tx, billing) => {
      await allowAdmin(tx, actor, businessId)
      const before = fullAddress(billing.address)
      const after = fullAddress({ ...before, ...named(change) })
      checkAddress(after)
      if (canonical(before) === canonical(after)) return before
      const business = await findBusiness(tx, businessId)
      if (!business) throw new Refusal('not_found')
      const customer = await findCustomer(context, tx, billing)
      const { name, email } = business
      const own = { reference: `business:${businessId}`, name, email, language: actor.language }
      if (customer)
        await atProvider(context, () =>
          customer.provider.saveCustomer(customerAt(after, own), customer.customerId),
        )
      await repository.save(tx, businessId, { address: after })
      await appendBusinessEvent(tx, businessId, {
        type: 'billing_changed',
        at: context.now(),
        actor: eventActor(actor),
        data: { before, after },
      })
      return after
    }),
  )
}

export function fullAddress(given: Partial<BillingAddress>): BillingAddress {
  return {
    contactName: given.contactName ?? null,
    contactEmail: given.contactEmail ?? null,
    address1: given.address1 ?? null,
    address2: given.address2 ?? null,
    postalCode: given.postalCode ?? null,
    city: given.city ?? null,
    country: given.country ?? null,
    vat: given.vat ?? null,
  }
}
