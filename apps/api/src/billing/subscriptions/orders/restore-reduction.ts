import { type CustomerState, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { isLive } from '#api/billing/plans/billing-state.ts'
import { isUncertain, refusalOf } from '../provider-refusal.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { idempotencyKey, type Order } from './order.ts'
import { takeNextKey } from './order-repository.ts'
import type { SyncContext } from '../sync/sync-context.ts'

/**
 * Fewer seats from the next period on, which an order that came to nothing has taken back: asked for again. Done before the
 * order ends, so that a process that dies in between does it later. True where the provider has changed something.
 */
export async function restoreReduction(
  context: Pick<SyncContext, 'log'>,
  tx: Transaction,
  provider: PaymentProvider,
  order: Order,
  { customerId, subscriptions }: CustomerState,
): Promise<boolean> {
  const { subscriptionId, wish } = order
  const { reduction } = wish
  const own = subscriptions.find((one) => one.id === subscriptionId)
  if (!reduction || !own || !isLive(own.status)) return false
  if (own.nextSeats !== null || own.seats !== reduction.from) return false
  const { plan, cycle, currency } = own
  const key = idempotencyKey(order, 'restore')
  try {
    await provider.change({
      ...{ plan, cycle, currency, seats: reduction.to },
      ...{ customerId, subscriptionId: own.id, setupReference: null, key },
    })
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    // The next sync sees whether that had an effect, before it asks with the next key.
    if (error.code === 'key_spent') await takeNextKey(tx, order)
    if (isUncertain(error)) throw refusalOf(context, error)
    context.log.error(
      { orderId: order.id, failure: error.code, reason: error.reason },
      'fewer seats from the next period on could not be asked for again',
    )
    return false
  }
  return true
}
