import type { ChargebeeSettings } from '#api/platform/settings/payment-settings.ts'
import type { CustomerState, PaymentProvider } from '../port.ts'
import { type ProviderOptions, safePage } from '../provider-client.ts'
import { type ChargebeeClient, openChargebeeClient } from './client.ts'
import { createSetup, findCustomer, saveCustomer } from './customers.ts'
import { listInvoices } from './invoices.ts'
import { listAll } from './lists.ts'
import { preview } from './preview.ts'
import { listPrices, setUpPrices } from './prices.ts'
import { ensureReferralPromotion, findPromotion } from './promotions.ts'
import { WithPortal, WithSubscription } from './shapes.ts'
import { subscriptionState } from './subscription-state.ts'
import { cancelAtPeriodEnd, cancelNow, change, revokeCancellation, subscribe } from './subscriptions.ts'
import { recordUsage } from './usage.ts'
import { readWebhook } from './webhook.ts'

/** Chargebee, by its official package (docs/decisions/0073). */
export function chargebee(options: ProviderOptions<ChargebeeSettings>): PaymentProvider {
  const client = openChargebeeClient(options)
  return {
    name: 'CHARGEBEE',
    // Which taxes there are is configured at the site.
    addsTax: true,
    browser: null,
    listPrices: () => listPrices(client),
    setUpPrices: (list) => setUpPrices(client, list),
    saveCustomer: (customer, id) => saveCustomer(client, customer, id),
    createSetup: (setup) => createSetup(client, setup),
    preview: (wish) => preview(client, wish),
    subscribe: (order) => subscribe(client, order),
    change: (wish) => change(client, wish),
    cancelAtPeriodEnd: (id, key) => cancelAtPeriodEnd(client, id, key),
    revokeCancellation: (id, key) => revokeCancellation(client, id, key),
    cancelNow: (id, key) => cancelNow(client, id, key),
    findPromotion: (code, choice) => findPromotion(client, code, choice),
    ensureReferralPromotion: (percentOff) => ensureReferralPromotion(client, percentOff),
    usageMemory: { kind: 'for ever' },
    openPortal: (customerId, returnUrl) => openPortal(client, customerId, returnUrl),
    listInvoices: (customerId, page) => listInvoices(client, customerId, page),
    recordUsage: (event) => recordUsage(client, event),
    fetchState: (customerId) => fetchState(client, customerId),
    readWebhook: (webhook) => readWebhook(client, webhook),
    health: () => client.http.health(),
  }
}

async function openPortal(client: ChargebeeClient, id: string, redirect_url: string) {
  const params = { customer: { id }, redirect_url }
  const { portal_session: session } = await client.ask(WithPortal, client.api.portalSession.create(params))
  return { url: safePage('CHARGEBEE', session.access_url, client.settings.apiUrl) }
}

async function fetchState(client: ChargebeeClient, customerId: string): Promise<CustomerState | null> {
  const customer = await findCustomer(client, customerId)
  if (!customer) return null
  const entries = await listAll(client, WithSubscription, (page) =>
    client.api.subscription.list({ customer_id: { is: customerId }, ...page }),
  )
  const states = await Promise.all(entries.map(({ subscription }) => subscriptionState(client, subscription)))
  return {
    customerId,
    hasPaymentMethod: customer.primary_payment_source_id != null,
    subscriptions: states.filter((state) => state !== null),
  }
}
