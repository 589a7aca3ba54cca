import { isOutage, PaymentFailed } from '../port.ts'
import type { PaymentProvider, SubscriptionState, SubscriptionWish } from '../port.ts'
import type { StripeClient } from './client.ts'
import { voidOpenInvoice } from './end-subscription.ts'
import { findPaymentIntent, needsAuthentication } from './payment-intents.ts'
import { pricesOf } from './prices.ts'
import { refusalReason } from '../provider-client.ts'
import { useSetup } from './setups.ts'
import { Identified, type Subscription, type SubscriptionItem } from './shapes.ts'
import { automaticTax, isTaxable } from './tax.ts'
import {
  expanded,
  planItem,
  retrieveSubscription,
  seatsOf,
  subscriptionState,
  unixTime,
} from './subscription-state.ts'

type ChangeInput = Parameters<PaymentProvider['change']>[0]
type Update = NonNullable<Parameters<StripeClient['api']['subscriptions']['update']>[1]>

/**
 * Another plan, cycle or number of seats. What it takes is read off the subscription as it is now, in absolute numbers, so
 * that a change that broke off half-way is finished by making it again.
 */
export async function change(client: StripeClient, wish: ChangeInput): Promise<SubscriptionState> {
  const start = await openToChange(client, wish)
  if (wish.setupReference !== null) await useForSubscription(client, wish, wish.setupReference)
  const pending = await goOnWithPending(client, start, wish)
  if (!pending) {
    const current = await retrieveSubscription(client, wish.subscriptionId)
    const { item, choice } = itemOf(current)
    await haveTaxed(client, current, wish)
    const isSamePlan = choice.plan === wish.plan && choice.cycle === wish.cycle
    if (isSamePlan && wish.seats <= seatsOf(current, item).entitled) await lower(client, current, item, wish)
    else await raise(client, current, item, wish)
  }
  return stateAfter(client, wish)
}

async function openToChange(client: StripeClient, wish: ChangeInput): Promise<Subscription> {
  const subscription = await retrieveSubscription(client, wish.subscriptionId)
  if (subscription.customer !== wish.customerId)
    throw new PaymentFailed('conflict', 'STRIPE', 'the subscription is another customer’s')
  if (!['active', 'trialing', 'past_due'].includes(subscription.status))
    throw new PaymentFailed('conflict', 'STRIPE', `the subscription is ${subscription.status}`)
  if (itemOf(subscription).choice.currency !== wish.currency)
    throw new PaymentFailed('currency_fixed', 'STRIPE', 'the subscription has another currency')
  return subscription
}

function itemOf(subscription: Subscription) {
  const found = planItem(subscription)
  if (!found) throw new PaymentFailed('conflict', 'STRIPE', 'the subscription is to no plan of ours')
  return found
}

async function useForSubscription(client: StripeClient, wish: ChangeInput, reference: string): Promise<void> {
  const default_payment_method = await useSetup(client, reference, wish.customerId)
  await update(client, wish, 'method', { default_payment_method })
}

/** One from before Stripe Tax was set up. A call whose change waits for its payment can't say so itself. */
async function haveTaxed(client: StripeClient, current: Subscription, wish: ChangeInput): Promise<void> {
  if (client.settings.tax && current.automatic_tax?.enabled !== true && isTaxable(current))
    await update(client, wish, 'tax', automaticTax(client))
}

/** A change that waits for its payment: the same continues waiting, another one gives way. */
async function goOnWithPending(
  client: StripeClient,
  subscription: Subscription,
  wish: ChangeInput,
): Promise<boolean> {
  if (subscription.pending_update == null) return false
  const wanted = await priceFor(client, itemOf(subscription), wish)
  const items = subscription.pending_update.subscription_items ?? []
  const isSame = items.some(({ price, quantity }) => {
    const id = typeof price === 'string' ? price : price.id
    return id === wanted && quantity === wish.seats
  })
  if (isSame) return true
  await voidOpenInvoice(client, subscription)
  return false
}

/** Up to what is paid for nothing is charged; below it, what is paid for holds until the period ends. */
async function lower(
  client: StripeClient,
  subscription: Subscription,
  item: SubscriptionItem,
  { seats, ...wish }: ChangeInput,
): Promise<void> {
  const { quantity, entitled } = seatsOf(subscription, item)
  if (seats === quantity) return
  await setQuantity(client, { seats, ...wish }, item, seats, seats < entitled ? entitled : null)
}

/** First to what is paid for, free of charge: only what is beyond is paid for now. */
async function raise(
  client: StripeClient,
  subscription: Subscription,
  item: SubscriptionItem,
  wish: ChangeInput,
): Promise<void> {
  const { quantity, entitled } = seatsOf(subscription, item)
  if (quantity < entitled) await setQuantity(client, wish, item, entitled, null)
  try {
    await charge(client, subscription, item, wish)
  } catch (error) {
    const isFinal = error instanceof PaymentFailed && !isOutage(error)
    // What was asked for before from the next period on, is asked for again.
    if (isFinal && quantity < entitled) await setQuantity(client, wish, item, quantity, entitled)
    throw error
  }
}

/** More seats cost what those that are there cost, even if the plan has another price by now; another plan costs today's. */
export async function priceFor(
  client: StripeClient,
  { item, choice }: NonNullable<ReturnType<typeof planItem>>,
  wish: Pick<SubscriptionWish, 'plan' | 'cycle' | 'currency'>,
): Promise<string> {
  if (choice.plan === wish.plan && choice.cycle === wish.cycle) return item.price.id
  return (await pricesOf(client, wish)).plan.id
}

async function charge(
  client: StripeClient,
  subscription: Subscription,
  item: SubscriptionItem,
  wish: ChangeInput,
): Promise<void> {
  const price = await priceFor(client, itemOf(subscription), wish)
  if (item.price.id === price && item.quantity === wish.seats) return
  await update(client, wish, 'raise', {
    items: [{ id: item.id, price, quantity: wish.seats }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    ...whenChanged(itemOf(subscription).choice.cycle !== wish.cycle, wish.prorationDate),
    ...withPromotion(subscription, wish),
  })
  await refuseDeclined(client, wish, price)
}

/** The promotion comes beside what the subscription has: Stripe takes away what is not named. */
export function withPromotion({ discounts }: Subscription, { promotionId }: SubscriptionWish) {
  if (!promotionId) return {}
  const kept = discounts.map((discount) => ({
    discount: typeof discount === 'string' ? discount : discount.id,
  }))
  return { discounts: [...kept, { promotion_code: promotionId }] }
}

/** In flexible billing mode a new cycle begins only where the call says so; then the time of the call is what counts. */
export function whenChanged(isNewCycle: boolean, prorationDate: Date | null | undefined) {
  if (isNewCycle) return { billing_cycle_anchor: { type: 'now' as const } }
  return prorationDate ? { proration_date: Number(unixTime(prorationDate)) } : {}
}

/** A change whose payment was declined is dropped; one that waits for the bank waits on. */
async function refuseDeclined(client: StripeClient, wish: ChangeInput, price: string): Promise<void> {
  const subscription = await retrieveSubscription(client, wish.subscriptionId)
  const { latest_invoice: invoice, pending_update: pending } = subscription
  if (pending == null) {
    const { item } = itemOf(subscription)
    if (item.price.id === price && item.quantity === wish.seats) return
    // Stripe answered as it did the first time; what waited for its payment then has been dropped since.
    throw new PaymentFailed('declined', 'STRIPE', 'the change was not paid for')
  }
  if (invoice == null || typeof invoice === 'string') return
  const intent = await findPaymentIntent(client, invoice.id)
  if (intent === null || needsAuthentication(intent)) return
  const failure = intent.last_payment_error
  await voidOpenInvoice(client, subscription)
  throw new PaymentFailed('declined', 'STRIPE', refusalReason(200, failure?.code, failure?.decline_code))
}

async function setQuantity(
  client: StripeClient,
  wish: ChangeInput,
  item: SubscriptionItem,
  quantity: number,
  entitled: number | null,
): Promise<void> {
  await update(client, wish, `quantity:${item.quantity ?? 1}:${quantity}:${entitled ?? 'all'}`, {
    items: [{ id: item.id, quantity }],
    proration_behavior: 'none',
    metadata: {
      // An empty value takes the name away.
      entitled_seats: entitled === null ? '' : String(entitled),
      entitled_until: entitled === null ? '' : unixTime(item.current_period_end),
    },
  })
}

async function update(client: StripeClient, wish: ChangeInput, step: string, params: Update): Promise<void> {
  const idempotencyKey = `${wish.key}:${step}`
  const updating = client.api.subscriptions.update(wish.subscriptionId, params, { idempotencyKey })
  await client.ask(Identified, updating)
}

async function stateAfter(client: StripeClient, wish: ChangeInput): Promise<SubscriptionState> {
  const state = await subscriptionState(client, await retrieveSubscription(client, wish.subscriptionId))
  if (!state) throw new PaymentFailed('answer_invalid', 'STRIPE', 'the subscription is to no plan of ours')
  return state
}

/** Ends with the period, or continues after all. */
export async function setCancellation(
  client: StripeClient,
  id: string,
  isEnding: boolean,
  key: string,
): Promise<SubscriptionState> {
  const params = isEnding ? atLastPeriodEnd : await revocation(client, id)
  // Another way to ask is another call to Stripe, which refuses a key that it knows from another one.
  const idempotencyKey = 'cancel_at' in params ? key : `${key}:by-period`
  const asking = client.api.subscriptions.update(id, { ...params, expand: expanded }, { idempotencyKey })
  await client.ask(Identified, asking)
  const state = await subscriptionState(client, await retrieveSubscription(client, id))
  if (!state) throw new PaymentFailed('conflict', 'STRIPE', 'the subscription is to no plan of ours')
  return state
}

/** Signatures are billed by the month: `cancel_at_period_end` would end a plan that is paid by the year with the month. */
const atLastPeriodEnd = { cancel_at: 'max_period_end' as const }

/** The way in which it was set, which may have been in the portal. */
async function revocation(
  client: StripeClient,
  id: string,
): Promise<{ cancel_at_period_end: false } | { cancel_at: '' }> {
  const { cancel_at_period_end: isByPeriod } = await retrieveSubscription(client, id)
  return isByPeriod ? { cancel_at_period_end: false } : { cancel_at: '' }
}
