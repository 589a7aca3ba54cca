import { PaymentFailed } from '../port.ts'
import type { PaymentProvider, SubscriptionState } from '../port.ts'
import type { StripeClient } from './client.ts'
import { findPaymentMethod } from './customers.ts'
import { listAll } from './pages.ts'
import { findPaymentIntent, needsAuthentication } from './payment-intents.ts'
import { pricesOf } from './prices.ts'
import { useSetup } from './setups.ts'
import { automaticTax } from './tax.ts'
import { Identified, Subscription } from './shapes.ts'
import { expanded, retrieveSubscription, subscriptionState } from './subscription-state.ts'
import { endUnpaid } from './end-subscription.ts'

type Order = Parameters<PaymentProvider['subscribe']>[0]

/**
 * Buys a plan: the subscription is made without being paid, then its first invoice is paid with what is on file. So a
 * payment that waits for the bank leaves something to continue with, and one that was declined nothing.
 */
export async function subscribe(client: StripeClient, order: Order): Promise<SubscriptionState> {
  const known = await findByOrder(client, order)
  const made = known ?? (await create(client, order))
  if (made.status === 'canceled' || made.status === 'incomplete_expired')
    throw new PaymentFailed('declined', 'STRIPE', `the subscription of this order is ${made.status}`)
  const isUnpaid = made.status === 'incomplete' && !(known && (await waitsForBank(client, known)))
  if (isUnpaid) await payFirstInvoice(client, made, order.key)
  const state = await subscriptionState(client, await retrieveSubscription(client, made.id))
  if (!state) throw new PaymentFailed('answer_invalid', 'STRIPE', 'its subscription is to no plan of ours')
  return state
}

/** Past the day for which Stripe remembers a key, the order's id still says that it was done. */
async function findByOrder(client: StripeClient, order: Order): Promise<Subscription | null> {
  const params = {
    customer: order.customerId,
    status: 'all',
    expand: expanded.map((path) => `data.${path}`),
  } as const
  const all = await listAll(client, Subscription, (page) =>
    client.api.subscriptions.list({ ...params, ...page }),
  )
  return all.find(({ metadata }) => metadata?.['order'] === order.orderId) ?? null
}

async function create(client: StripeClient, order: Order): Promise<Subscription> {
  const { plan, extras } = await pricesOf(client, order)
  const paymentMethod =
    order.setupReference === null
      ? await findPaymentMethod(client, order.customerId)
      : await useSetup(client, order.setupReference, order.customerId)
  const params = {
    customer: order.customerId,
    currency: order.currency.toLowerCase(),
    items: [{ price: plan.id, quantity: order.seats }, ...extras.map(({ id }) => ({ price: id }))],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    // Signatures beyond the included are charged each month, also where the plan is paid by the year.
    billing_mode: { type: 'flexible' },
    metadata: { order: order.orderId },
    ...automaticTax(client),
    expand: expanded,
    ...(paymentMethod ? { default_payment_method: paymentMethod } : {}),
    ...(order.promotionId ? { discounts: [{ promotion_code: order.promotionId }] } : {}),
  } satisfies Parameters<typeof client.api.subscriptions.create>[0]
  return client.ask(Subscription, client.api.subscriptions.create(params, { idempotencyKey: order.key }))
}

/** The customer may be answering the bank right now, or may try once more. */
async function waitsForBank(
  client: StripeClient,
  { latest_invoice: invoice }: Subscription,
): Promise<boolean> {
  if (invoice == null || typeof invoice === 'string') return false
  const intent = await findPaymentIntent(client, invoice.id)
  if (intent === null) return false
  const hasRefused = intent.last_payment_error?.code === 'payment_intent_authentication_failure'
  return hasRefused || needsAuthentication(intent)
}

async function payFirstInvoice(client: StripeClient, made: Subscription, key: string): Promise<void> {
  // The answer of a call that is made again tells of then: whether it has been paid since is asked.
  const subscription = await retrieveSubscription(client, made.id)
  const { latest_invoice: invoice, default_payment_method: paymentMethod } = subscription
  if (invoice == null || typeof invoice === 'string' || invoice.status !== 'open' || !paymentMethod) return
  try {
    await client.ask(
      Identified,
      client.api.invoices.pay(
        invoice.id,
        { off_session: true, payment_method: paymentMethod },
        { idempotencyKey: `${key}:pay` },
      ),
    )
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    // The bank is asked in the page, with the secret that the subscription's state carries.
    if (error.code === 'authentication_required') return
    if (error.code === 'declined') await endUnpaid(client, subscription)
    throw error
  }
}
