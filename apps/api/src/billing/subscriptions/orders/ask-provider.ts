import { PaymentFailed, type PaymentProvider, type SubscriptionState } from '#api/providers/payment/port.ts'
import { idempotencyKey, matchesWish, type Order } from './order.ts'

/** Places the order with the provider. The order's own key makes a retry the same operation. */
export async function askProvider(
  provider: PaymentProvider,
  order: Order,
  customerId: string,
): Promise<SubscriptionState> {
  const { wish, subscriptionId } = order
  const key = idempotencyKey(order, order.kind.toLowerCase())
  if (order.kind === 'CANCEL' || order.kind === 'REVOKE') {
    if (subscriptionId === null)
      throw new PaymentFailed('conflict', provider.name, 'no subscription is named')
    return order.kind === 'CANCEL'
      ? provider.cancelAtPeriodEnd(subscriptionId, key)
      : provider.revokeCancellation(subscriptionId, key)
  }
  const { plan, cycle, currency, seats } = wish
  if (!plan || !cycle || !currency || !seats)
    throw new PaymentFailed('refused', provider.name, 'the order is not complete')
  const bought = {
    ...{ plan, cycle, currency, seats, customerId, key },
    promotionId: wish.promotionId ?? null,
    prorationDate: wish.prorationDate ? new Date(wish.prorationDate) : null,
    setupReference: wish.setupReference ?? null,
  }
  if (subscriptionId === null || wish.isNew) return provider.subscribe({ ...bought, orderId: order.id })
  const changed = await provider.change({ ...bought, subscriptionId })
  // A plan that is bought again is not one that ends, unless the change still waits for the bank.
  if (order.kind === 'SEATS' || changed.cancelAt === null || !matchesWish(changed, wish)) return changed
  return provider.revokeCancellation(subscriptionId, idempotencyKey(order, 'revoke'))
}
