import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import { isLive } from '#api/billing/plans/billing-state.ts'
import type { CustomerState, SubscriptionState } from '#api/providers/payment/port.ts'
import type { Subscription } from '../billing.ts'
import type { Order } from '../orders/order.ts'
import { isOverdue, matchesWish } from '../orders/order.ts'

// What the provider's state means for ours: pure.

/** The one subscription that pays for the business, and those that are live beside it, which an operator has to look at. */
export function chooseLive(
  state: CustomerState,
  before: Pick<Subscription, 'id'> | null,
): { readonly live: SubscriptionState | null; readonly others: readonly SubscriptionState[] } {
  const all = state.subscriptions.filter(({ status }) => isLive(status))
  const oldest = all.toSorted(
    (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
  )
  // The one we knew stays; a new one is rather what was ordered here than what was made at the provider.
  const live =
    all.find(({ id }) => id === before?.id) ??
    oldest.find(({ orderId }) => orderId !== null) ??
    oldest[0] ??
    null
  return { live, others: all.filter((one) => one !== live) }
}

export type OrderOutcome =
  | { readonly is: 'done' }
  /** The provider has it, and the customer's bank has to say yes. */
  | { readonly is: 'waiting'; readonly actionSecret: string | null }
  | { readonly is: 'failed'; readonly failure: 'billing.payment_declined' }
  /** The provider does not have it: it was never asked, or nothing came of it. */
  | { readonly is: 'absent' }

/** What became of an order, by what the provider has. */
export function outcomeOf(order: Order, state: CustomerState): OrderOutcome {
  const own = state.subscriptions.find(
    ({ id, orderId }) => id === order.subscriptionId || orderId === order.id,
  )
  if (!own) return { is: 'absent' }
  const { wish } = order
  switch (order.kind) {
    case 'CANCEL':
      return own.cancelAt !== null || !isLive(own.status) ? { is: 'done' } : { is: 'absent' }
    case 'REVOKE':
      return own.cancelAt === null && isLive(own.status) ? { is: 'done' } : { is: 'absent' }
    case 'UPGRADE':
    case 'SEATS': {
      if (own.status === 'incomplete') return { is: 'waiting', actionSecret: own.actionSecret }
      if (!isLive(own.status)) return { is: 'failed', failure: 'billing.payment_declined' }
      // A plan that is bought again does not end: as long as it does, the order is not done.
      const stillEnds = order.kind === 'UPGRADE' && wish.isNew !== true && own.cancelAt !== null
      if (matchesWish(own, wish)) return stillEnds ? { is: 'absent' } : { is: 'done' }
      return own.actionSecret === null ? { is: 'absent' } : { is: 'waiting', actionSecret: own.actionSecret }
    }
  }
}

/** Unpaid subscriptions whose order nobody waits for any longer: they are ended at the provider. */
export function listStale(state: CustomerState, open: Order | null, now: Date): SubscriptionState[] {
  return state.subscriptions.filter(({ id, status, orderId }) => {
    if (status !== 'incomplete' || orderId === null) return false
    const isOpen = open !== null && (open.id === orderId || open.subscriptionId === id)
    return !isOpen || isOverdue(open, now)
  })
}

export function toSubscription(
  one: SubscriptionState,
  more: {
    readonly provider: PaymentProviderRow
    readonly businessId: string
    readonly live: boolean
    readonly isReferred: boolean
  },
): Subscription {
  const { provider, businessId, live, isReferred } = more
  return {
    provider,
    businessId,
    live,
    id: one.id,
    status: one.status,
    plan: one.plan,
    cycle: one.cycle,
    currency: one.currency,
    seats: one.seats,
    nextSeats: one.nextSeats,
    seatPrice: one.seatPrice,
    startedAt: one.startedAt,
    periodStart: one.periodStart,
    periodEnd: one.periodEnd,
    cancelAt: one.cancelAt,
    endedAt: one.endedAt,
    discounts: one.discounts.map(({ expiresAt, ...discount }) => ({
      ...discount,
      type: isReferred ? 'referral' : 'promo',
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  }
}
