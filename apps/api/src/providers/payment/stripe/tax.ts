import type { PreviewFor } from '../port.ts'
import type { StripeClient } from './client.ts'
import { addressParams, taxIdOf } from './customers.ts'
import type { Subscription } from './shapes.ts'

// Stripe Tax computes tax where a call asks for it (automatic_tax), by the address and the tax IDs of the customer.

export const automaticTax = ({ settings }: Pick<StripeClient, 'settings'>) =>
  settings.tax ? { automatic_tax: { enabled: true } } : {}

/** Stripe taxes no subscription to a price that doesn't say whether it contains tax: one from before stays as it is. */
export const isTaxable = ({ items }: Subscription): boolean =>
  items.data.every(({ price }) => price.tax_behavior === 'exclusive')

/**
 * The same for a preview, by what the customer's record will say once the order is placed. Of someone whose country isn't known
 * Stripe computes none.
 */
export function previewedTax(client: Pick<StripeClient, 'settings'>, { customerId, buyer }: PreviewFor) {
  if (buyer ? !buyer.address.country : customerId === null) return {}
  if (!client.settings.tax || !buyer) return automaticTax(client)
  const taxId = taxIdOf(buyer)
  const customer_details = {
    address: addressParams(buyer.address),
    ...(taxId ? { tax_ids: [taxId] } : {}),
  }
  return { ...automaticTax(client), customer_details }
}
