import type { SubscriptionState } from '#api/providers/payment/port.ts'
import type { BillingWish, PaymentProviderRow } from '#api/platform/db/billing-tables.ts'

/** What an admin chose to have changed at the provider, kept until it is known whether it was. */
export interface Order {
  readonly id: string
  /** Null with a direct upgrade, until the business is founded. */
  readonly businessId: string | null
  readonly accountId: string
  readonly kind: 'UPGRADE' | 'SEATS' | 'CANCEL' | 'REVOKE'
  readonly provider: PaymentProviderRow
  readonly customerId: string | null
  readonly wish: BillingWish
  readonly state: 'OPEN' | 'DONE' | 'FAILED' | 'ABANDONED'
  readonly failure: string | null
  readonly subscriptionId: string | null
  readonly createdAt: Date
}

/** Why a direct upgrade failed that was paid for: its account has no business to give the plan to. */
export const noBusiness = 'business.already_member'

/** It was paid for in vain: an operator has to return the payment. */
export function isRefundDue({ state, failure }: Pick<Order, 'state' | 'failure'>): boolean {
  return state === 'FAILED' && failure === noBusiness
}

/**
 * So long the customer's bank may take, and so long the provider knows an order by its key: afterwards asking again would
 * be another order.
 */
const orderHours = 23

export function isOverdue(order: Pick<Order, 'createdAt'>, now: Date): boolean {
  return now.getTime() - order.createdAt.getTime() > orderHours * 3_600_000
}

/** What the provider knows a step of the order by: the same for each try, until its key is spent. */
export function idempotencyKey({ id, wish: { attempt = 1 } }: Pick<Order, 'id' | 'wish'>, step: string) {
  return attempt === 1 ? `${id}:${step}` : `${id}:${step}:${attempt}`
}

/** Two choices of the same: the second is the first, made again. */
export function isSameWish(a: Pick<Order, 'kind' | 'wish'>, b: Pick<Order, 'kind' | 'wish'>): boolean {
  const what = ({ kind, wish }: Pick<Order, 'kind' | 'wish'>) => [
    kind,
    wish.plan,
    wish.cycle,
    wish.currency,
    wish.seats,
    wish.promotionId ?? null,
  ]
  return JSON.stringify(what(a)) === JSON.stringify(what(b))
}

/** Whether a subscription is to the plan, cycle and seats that were chosen, even if fewer seats hold only from the next period. */
export function matchesWish(
  one: Pick<SubscriptionState, 'plan' | 'cycle' | 'seats' | 'nextSeats'>,
  { plan, cycle, seats }: BillingWish,
): boolean {
  return one.plan === plan && one.cycle === cycle && (one.nextSeats ?? one.seats) === seats
}
