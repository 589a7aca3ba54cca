import type { Invoice, PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import type { PaymentProviderName } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { currencyOf } from './countries.ts'
import { findCustomer } from './find-customer.ts'
import { presentAction } from './present-action.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import { readBilling } from '../read-billing.ts'
import { saveCustomer } from './save-customer.ts'
import { customerOf } from '../sync/sync-billing.ts'

/** Where the provider's pages come back to: the order that a card was entered for, and the plan, which asks for a sync. */
const orderUrl = ({ config }: Pick<Context, 'config'>) =>
  `${config.publicUrl}/business/upgrade?payment=return`
const planUrl = ({ config }: Pick<Context, 'config'>) =>
  `${config.publicUrl}/business/billing/plan?returned=1`

/** Prepares a payment method of the business. The country is the form's, which only an order saves. */
export async function createSetupIntent(
  context: Context,
  actor: AccountActor,
  businessId: string,
  country: string,
): Promise<PaymentAction> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const ofCountry = currencyOf(country)
  if (!ofCountry) throw new Refusal('billing.country_without_price')
  const { billing } = await readBilling(context, businessId)
  const currency = billing.currency ?? ofCountry
  if (billingStateOf(billing, null, context.now()).paymentMethod === 'MANUAL')
    throw new Refusal('billing.manual')
  const change = billing.address.country ? {} : { country }
  const { provider, customerId } =
    (await findCustomer(context, context.db, billing)) ??
    (await saveCustomer(context, actor, businessId, change))
  const key = `setup:${crypto.randomUUID()}`
  const setup = await atProvider(context, () =>
    provider.createSetup({ customerId, currency, returnUrl: orderUrl(context), key }),
  )
  return presentAction(provider, setup)
}

/** The provider's own page, where payment method and invoices are. */
export async function createPortalSession(
  context: Context,
  actor: AccountActor,
  businessId: string,
  name: PaymentProviderName,
): Promise<string> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const { billing, live } = await readBilling(context, businessId)
  if (billingStateOf(billing, live, context.now()).paymentMethod === 'MANUAL')
    throw new Refusal('billing.manual')
  const customer = customerOf(context, billing)
  if (customer?.provider.name !== name) throw new Refusal('billing.no_subscription')
  const { customerId, provider } = customer
  const { url } = await atProvider(context, () => provider.openPortal(customerId, planUrl(context)))
  return url
}

export async function listInvoices(
  context: Context,
  actor: AccountActor,
  businessId: string,
  page: { readonly size: number; readonly after: string | null },
): Promise<{ invoices: Invoice[]; more: boolean }> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const customer = customerOf(context, (await readBilling(context, businessId)).billing)
  if (!customer) return { invoices: [], more: false }
  const { provider, customerId } = customer
  const { invoices, more } = await atProvider(context, () => provider.listInvoices(customerId, page))
  return { invoices: invoices.map(({ at, ...invoice }) => ({ ...invoice, at: at.toISOString() })), more }
}
