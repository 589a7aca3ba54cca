import type { CustomerState, PaymentProvider } from '../port.ts'
import { safePage } from '../provider-client.ts'
import type { StripeSettings } from '#api/platform/settings/payment-settings.ts'
import type { ProviderOptions } from '../provider-client.ts'
import { change, setCancellation } from './change.ts'
import { openStripeClient, type StripeClient } from './client.ts'
import { findPaymentMethod, saveCustomer } from './customers.ts'
import { cancelNow } from './end-subscription.ts'
import { isMissing } from './failures.ts'
import { listInvoices } from './invoices.ts'
import { listAll } from './pages.ts'
import { preview } from './preview.ts'
import { listPrices, setUpPrices } from './prices.ts'
import { ensureReferralPromotion, findPromotion } from './promotions.ts'
import { createSetup } from './setups.ts'
import { Customer, PortalSession, Subscription } from './shapes.ts'
import { subscribe } from './subscribe.ts'
import { expanded, subscriptionState } from './subscription-state.ts'
import { countUsage, recordUsage, usageMemory } from './usage.ts'
import { readWebhook } from './webhook.ts'

/** Stripe, by its official package (docs/decisions/0073). */
export function stripe(options: ProviderOptions<StripeSettings>): PaymentProvider {
  const client = openStripeClient(options)
  const { publishableKey, scriptUrl } = options.settings
  return {
    name: 'STRIPE',
    addsTax: options.settings.tax === true,
    browser: { publishableKey, scriptUrl: scriptUrl ?? null },
    listPrices: () => listPrices(client),
    setUpPrices: (list) => setUpPrices(client, list),
    saveCustomer: (customer, id) => saveCustomer(client, customer, id),
    createSetup: (setup) => createSetup(client, setup),
    preview: (wish) => preview(client, wish),
    subscribe: (order) => subscribe(client, order),
    change: (wish) => change(client, wish),
    cancelAtPeriodEnd: (id, key) => setCancellation(client, id, true, key),
    revokeCancellation: (id, key) => setCancellation(client, id, false, key),
    cancelNow: (id) => cancelNow(client, id),
    findPromotion: (code, choice) => findPromotion(client, code, choice),
    ensureReferralPromotion: (percentOff) => ensureReferralPromotion(client, percentOff),
    openPortal: (customerId, returnUrl) => openPortal(client, customerId, returnUrl),
    listInvoices: (customerId, page) => listInvoices(client, customerId, page),
    recordUsage: (event) => recordUsage(client, event),
    usageMemory: { kind: 'limited', milliseconds: usageMemory, count: (usage) => countUsage(client, usage) },
    fetchState: (customerId) => fetchState(client, customerId),
    readWebhook: (webhook) => readWebhook(client, webhook),
    health: () => client.http.health(),
  }
}

async function openPortal(client: StripeClient, customer: string, return_url: string) {
  const params = { customer, return_url }
  const { url } = await client.ask(PortalSession, client.api.billingPortal.sessions.create(params))
  return { url: safePage('STRIPE', url, client.settings.apiUrl) }
}

async function fetchState(client: StripeClient, customerId: string): Promise<CustomerState | null> {
  const customer = await client
    .ask(Customer, client.api.customers.retrieve(customerId))
    .catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
  if (!customer || customer.deleted === true) return null
  const params = {
    customer: customerId,
    status: 'all',
    expand: expanded.map((path) => `data.${path}`),
  } as const
  const found = await listAll(client, Subscription, (page) =>
    client.api.subscriptions.list({ ...params, ...page }),
  )
  const states = await Promise.all(found.map((subscription) => subscriptionState(client, subscription)))
  return {
    customerId,
    hasPaymentMethod:
      found.some((one) => one.default_payment_method != null && one.ended_at == null) ||
      (await findPaymentMethod(client, customerId)) !== null,
    subscriptions: states.filter((state) => state !== null),
  }
}
