import { planKey, plansByKey } from '#api/providers/payment/lookup-keys.ts'
import type { AppliedDiscount, Currency, Cycle, PaidPlan, SubscriptionState } from '../port.ts'
import { paidPlans } from '#api/providers/payment/lookup-keys.ts'
import type { StripeClient } from './client.ts'
import { findAmountOff } from './coupons.ts'
import { findPaymentIntent } from './payment-intents.ts'
import { Subscription, type Discount, type Price, type SubscriptionItem } from './shapes.ts'

export const expanded = [
  'latest_invoice.confirmation_secret',
  'discounts.promotion_code',
  'discounts.source.coupon',
]

export async function retrieveSubscription(client: StripeClient, id: string): Promise<Subscription> {
  return client.ask(Subscription, client.api.subscriptions.retrieve(id, { expand: expanded }))
}

/** The item of the plan; the others count signatures. */
export function planItem(subscription: Subscription): { item: SubscriptionItem; choice: PlanChoice } | null {
  for (const item of subscription.items.data) {
    const choice = choiceOf(item.price)
    if (choice) return { item, choice }
  }
  return null
}

export interface PlanChoice {
  readonly plan: PaidPlan
  readonly cycle: Cycle
  readonly currency: Currency
}

/** By its metadata first: a price loses its lookup key to the one that follows it, and is still paid by those who have it. */
function choiceOf({ lookup_key: key, metadata, currency: code, recurring }: Price): PlanChoice | null {
  const byKey = plansByKey.get(key ?? '')
  const plan = paidPlans.find((name) => name === metadata?.['plan'])
  const cycle = recurring?.interval
  const currency = code.toUpperCase()
  if (!plan || (cycle !== 'month' && cycle !== 'year') || (currency !== 'CHF' && currency !== 'EUR'))
    return byKey ?? null
  return plansByKey.get(planKey({ plan, cycle, currency })) ?? null
}

export interface Seats {
  readonly quantity: number
  /** Paid for until the period ends: more than the quantity where fewer are asked for from then on. */
  readonly entitled: number
}

/** Stripe lowers a quantity at once: what was paid for until then is kept beside it, and holds for that period alone. */
export function seatsOf({ metadata }: Subscription, item: SubscriptionItem): Seats {
  const quantity = item.quantity ?? 1
  const kept = Number(metadata?.['entitled_seats'])
  const isOfThisPeriod = metadata?.['entitled_until'] === unixTime(item.current_period_end)
  return { quantity, entitled: isOfThisPeriod && kept > quantity ? kept : quantity }
}

export const unixTime = (at: Date): string => String(Math.floor(at.getTime() / 1000))

/** Null for a subscription to something that is no plan of ours. */
export async function subscriptionState(
  client: StripeClient,
  subscription: Subscription,
): Promise<SubscriptionState | null> {
  const found = planItem(subscription)
  if (!found) return null
  const { item, choice } = found
  const { quantity, entitled } = seatsOf(subscription, item)
  const waiting = await waitingPayment(client, subscription)
  return {
    id: subscription.id,
    status: subscription.status,
    ...choice,
    seats: entitled,
    nextSeats: entitled > quantity ? quantity : null,
    seatPrice: item.price.unit_amount,
    startedAt: subscription.start_date,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null),
    endedAt: subscription.ended_at ?? null,
    discounts: await discountsOf(client, subscription, choice.currency),
    orderId: subscription.metadata?.['order'] ?? null,
    ...waiting,
  }
}

/** Of an invoice that is still to be paid: what the browser needs for it, and why it was not paid. */
async function waitingPayment(client: StripeClient, subscription: Subscription) {
  const { latest_invoice: invoice, status, pending_update: pending } = subscription
  const isWaiting = pending != null || ['incomplete', 'past_due', 'unpaid'].includes(status)
  if (!isWaiting || invoice == null || typeof invoice === 'string' || invoice.status !== 'open')
    return { actionSecret: null, errorCode: null }
  const intent = await findPaymentIntent(client, invoice.id)
  const failure = intent?.last_payment_error
  return {
    actionSecret: invoice.confirmation_secret?.client_secret ?? null,
    errorCode: failure?.decline_code ?? failure?.code ?? null,
  }
}

async function discountsOf(
  client: StripeClient,
  { discounts }: Subscription,
  currency: Currency,
): Promise<AppliedDiscount[]> {
  const found = discounts.filter((discount) => typeof discount !== 'string')
  return (await Promise.all(found.map((discount) => discountOf(client, discount, currency)))).flat()
}

async function discountOf(
  client: StripeClient,
  discount: Discount,
  currency: Currency,
): Promise<AppliedDiscount[]> {
  const { coupon } = discount.source
  if (coupon == null || typeof coupon === 'string') return []
  const code = discount.promotion_code
  const isOver = discount.end != null && discount.end <= client.now()
  return [
    {
      promoCode: code != null && typeof code !== 'string' ? code.code : '',
      status: isOver ? 'USED_UP' : 'ACTIVE',
      expiresAt: discount.end ?? null,
      percentOff: coupon.percent_off,
      // In a currency that it doesn't name it takes off nothing.
      amountOff: coupon.amount_off === null ? null : ((await findAmountOff(client, coupon, currency)) ?? 0),
    },
  ]
}
