import type { Transaction } from '#api/platform/db/transaction.ts'
import { type CustomerState, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { askProvider } from './ask-provider.ts'
import type { Order } from './order.ts'
import * as orders from './order-repository.ts'
import { outcomeOf } from '../sync/convergence.ts'
import { fetchState } from '../sync/fetch-state.ts'
import { isUncertain, keyOf, refusalOf } from '../provider-refusal.ts'
import type { SyncContext } from '../sync/sync-context.ts'

export type Outcome =
  | { readonly is: 'done' | 'abandoned' }
  | { readonly is: 'waiting'; readonly actionSecret: string | null }
  | { readonly is: 'failed'; readonly failure: string }

interface Pursuit {
  readonly order: Order
  readonly superseded: boolean
  readonly isGivenUp: boolean
  /** One try learns that the last key is spent, the next one asks with another. */
  readonly isLastTry?: boolean
}

/** Has an order done that the provider does not have yet. Refuses where nobody knows whether it was. */
export async function pursueOrder(
  context: SyncContext,
  tx: Transaction,
  provider: PaymentProvider,
  before: CustomerState,
  { order, superseded, isGivenUp, isLastTry = false }: Pursuit,
): Promise<{ settled: Outcome; state: CustomerState }> {
  const known = outcomeOf(order, before)
  // A purchase may have broken off before it was paid, or its bank has to be asked: the provider knows which.
  const mayBeUnpaid = known.is === 'waiting' && order.wish.isNew === true && !superseded && !isGivenUp
  // The state does not tell whether another card pays: the provider is asked, and knows the order by its key.
  const mayBeUnasked = known.is === 'done' && order.wish.keepsPlan === true
  if (known.is !== 'absent' && !mayBeUnpaid && !mayBeUnasked) return { settled: known, state: before }
  // Of one that is overdue the provider would think that it is another order.
  if (isGivenUp) return { settled: { is: 'abandoned' }, state: before }
  const failure = await ask(context, tx, provider, order, before.customerId)
  if (failure?.code === 'key_spent') {
    const next = await orders.takeNextKey(tx, order)
    if (isLastTry) throw refusalOf(context, failure)
    // Whether the failure had an effect all the same is seen first.
    const now = await fetchState(context, provider, before.customerId)
    return pursueOrder(context, tx, provider, now, { order: next, superseded, isGivenUp, isLastTry: true })
  }
  const state = await fetchState(context, provider, before.customerId)
  const after = outcomeOf(order, state)
  // A customer who pays on the page at that moment makes our own try fail.
  if (failure && (after.is !== 'done' || mayBeUnasked))
    return { settled: { is: 'failed', failure: keyOf(failure) }, state }
  // It was taken and is not there: what the provider says of it counts.
  return { settled: after.is === 'absent' ? { is: 'failed', failure: 'billing.in_progress' } : after, state }
}

/** Why the provider did not do it, if that is certain; or that the order's key is spent. */
async function ask(
  context: SyncContext,
  tx: Transaction,
  provider: PaymentProvider,
  order: Order,
  customerId: string,
): Promise<PaymentFailed | null> {
  try {
    const { id } = await askProvider(provider, order, customerId)
    await orders.noteSubscription(tx, order.id, id)
    return null
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    if (error.code === 'key_spent') return error
    if (isUncertain(error)) throw refusalOf(context, error)
    context.log.info({ failure: error.code, reason: error.reason }, 'an order was not done')
    return error
  }
}
