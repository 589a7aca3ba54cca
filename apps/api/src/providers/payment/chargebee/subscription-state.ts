import { planKey, plansByKey } from '#api/providers/payment/lookup-keys.ts'
import type {
  AppliedDiscount,
  Currency,
  Cycle,
  PaidPlan,
  SubscriptionState,
  SubscriptionStatus,
} from '../port.ts'
import { PaymentFailed } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { orMissing } from './failures.ts'
import {
  type Coupon,
  listOf,
  type Subscription,
  TransactionEntry,
  WithCoupon,
  WithSubscription,
} from './shapes.ts'

export async function retrieveSubscription(client: ChargebeeClient, id: string): Promise<Subscription> {
  return (await client.ask(WithSubscription, client.api.subscription.retrieve(id))).subscription
}

export interface PlanItem {
  readonly plan: PaidPlan
  readonly cycle: Cycle
  readonly currency: Currency
  readonly seats: number
  /** The one that is paid, which may be of another year. */
  readonly priceId: string
  readonly seatPrice: number | null
}

/** Null for a subscription to something that is no plan of ours. */
export function planItem({ subscription_items: items = [] }: Subscription): PlanItem | null {
  for (const { item_price_id: price, quantity, unit_price: seatPrice = null } of items)
    for (const [key, choice] of plansByKey)
      // A price of another year has a suffix.
      if (price === key || price.startsWith(`${key}_`))
        return { ...choice, seats: quantity ?? 1, priceId: price, seatPrice }
  return null
}

/** More seats cost what those that are there cost, even if the plan has another price by now; another plan costs today's. */
export function priceFor(
  item: PlanItem,
  wish: { readonly plan: PaidPlan; readonly cycle: Cycle; readonly currency: Currency },
): string {
  return item.plan === wish.plan && item.cycle === wish.cycle ? item.priceId : planKey(wish)
}

export async function stateOf(client: ChargebeeClient, id: string): Promise<SubscriptionState> {
  const state = await subscriptionState(client, await retrieveSubscription(client, id))
  if (!state) throw new PaymentFailed('conflict', 'CHARGEBEE', 'the subscription is to no plan of ours')
  return state
}

export async function subscriptionState(
  client: ChargebeeClient,
  subscription: Subscription,
): Promise<SubscriptionState | null> {
  const item = planItem(subscription)
  if (!item) return null
  const { priceId: _, ...plan } = item
  const startedAt = subscription.started_at ?? subscription.created_at ?? client.now()
  const isOver = subscription.status === 'cancelled' || subscription.status === 'transferred'
  const isDue = (subscription.due_invoices_count ?? 0) > 0
  return {
    id: subscription.id,
    status: statusOf(subscription),
    ...plan,
    nextSeats: isOver ? null : await nextSeats(client, subscription, item),
    startedAt,
    periodStart: subscription.current_term_start ?? startedAt,
    periodEnd: subscription.current_term_end ?? subscription.cancelled_at ?? startedAt,
    cancelAt:
      subscription.status === 'non_renewing'
        ? (subscription.cancelled_at ?? subscription.current_term_end ?? null)
        : null,
    endedAt: isOver ? (subscription.cancelled_at ?? null) : null,
    discounts: await discountsOf(client, subscription),
    orderId: orderOf(subscription),
    actionSecret: null,
    errorCode: isDue ? await lastError(client, subscription) : null,
  }
}

function statusOf({
  status,
  cancel_reason: reason,
  due_invoices_count: due = 0,
}: Subscription): SubscriptionStatus {
  switch (status) {
    case 'future':
      return 'incomplete'
    case 'in_trial':
      return 'trialing'
    case 'active':
    case 'non_renewing':
      return due > 0 ? 'past_due' : 'active'
    case 'paused':
      return 'paused'
    case 'cancelled':
      return reason === 'not_paid' ? 'unpaid' : 'canceled'
    case 'transferred':
      return 'canceled'
  }
}

/** Fewer seats wait at Chargebee for the end of the term. */
async function nextSeats(client: ChargebeeClient, subscription: Subscription, item: PlanItem) {
  if (subscription.has_scheduled_changes !== true) return null
  const asking = client.api.subscription.retrieveWithScheduledChanges(subscription.id)
  const scheduled = await orMissing(client.ask(WithSubscription, asking))
  const next = scheduled ? planItem(scheduled.subscription) : null
  return next && next.seats !== item.seats ? next.seats : null
}

async function discountsOf(
  client: ChargebeeClient,
  { coupons = [] }: Subscription,
): Promise<AppliedDiscount[]> {
  const applied = await Promise.all(
    coupons.map(async ({ coupon_id: id, coupon_code: code, apply_till: till }) => {
      const found = await findCoupon(client, id)
      if (!found) return []
      const isOver = till != null && till <= client.now()
      return [
        {
          promoCode: code ?? id,
          status: isOver ? ('USED_UP' as const) : ('ACTIVE' as const),
          expiresAt: till ?? null,
          percentOff: found.discount_percentage ?? null,
          amountOff: found.discount_amount ?? null,
        },
      ]
    }),
  )
  return applied.flat()
}

export async function findCoupon(client: ChargebeeClient, id: string): Promise<Coupon | null> {
  return (await orMissing(client.ask(WithCoupon, client.api.coupon.retrieve(id))))?.coupon ?? null
}

function orderOf({ meta_data: meta }: Subscription): string | null {
  const order = typeof meta === 'object' && meta !== null ? meta['order'] : null
  return typeof order === 'string' ? order : null
}

async function lastError(client: ChargebeeClient, { id }: Subscription): Promise<string | null> {
  const { list } = await client.ask(
    listOf(TransactionEntry),
    client.api.transaction.list({
      subscription_id: { is: id },
      status: { is: 'failure' },
      'sort_by[desc]': 'date',
      limit: 1,
    }),
  )
  return list[0]?.transaction.error_code ?? null
}
