import type { Transaction } from '#api/platform/db/transaction.ts'
import { type CustomerState, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { askProvider } from './ask-provider.ts'
import { listStale, outcomeOf } from '../sync/convergence.ts'
import { isOverdue, type Order } from './order.ts'
import * as orders from './order-repository.ts'
import { restoreReduction } from './restore-reduction.ts'
import { isUncertain, keyOf, refusalOf } from '../provider-refusal.ts'
import type { SyncContext } from '../sync/sync-context.ts'

export type SettlementState =
  | { readonly is: 'done' | 'abandoned' }
  | { readonly is: 'waiting'; readonly actionSecret: string | null }
  | { readonly is: 'failed'; readonly failure: string }

export interface Settlement {
  readonly settled: SettlementState | null
  /** As the provider has it afterwards. */
  readonly state: CustomerState
}

/**
 * Finds out what became of the open order, has it done where it was not, and gives up what nobody waits for any longer. The
 * caller holds the customer's billing. Where nobody knows whether it was done, it throws and the order stays open.
 * `superseded`: a newer choice comes after it, so what waits for a bank is dropped. `unwanted`: nobody can have it any more, so
 * what the provider does not have yet is not bought either.
 */
export async function settleOrder(
  context: SyncContext,
  tx: Transaction,
  provider: PaymentProvider,
  customerId: string,
  {
    order,
    superseded = false,
    unwanted = false,
  }: { readonly order: Order | null; readonly superseded?: boolean; readonly unwanted?: boolean },
): Promise<Settlement> {
  const before = await fetchState(context, provider, customerId)
  if (!order) return { settled: null, state: await endStale(context, provider, before, null) }
  const isGivenUp = unwanted || isOverdue(order, context.now())
  const { settled, state: pursued } = await pursue(context, tx, provider, before, {
    ...{ order, superseded, isGivenUp },
  })
  const isDropped = settled.is === 'waiting' && (superseded || isGivenUp)
  const final: SettlementState = isDropped ? { is: 'abandoned' } : settled
  const isVain = final.is === 'abandoned' || final.is === 'failed'
  const isRestored = isVain && (await restoreReduction(context, provider, order, pursued))
  const state = isRestored ? await fetchState(context, provider, customerId) : pursued
  if (final.is === 'done' || isVain)
    await orders.end(tx, order.id, {
      state: final.is === 'done' ? 'DONE' : final.is === 'failed' ? 'FAILED' : 'ABANDONED',
      failure: final.is === 'failed' ? final.failure : null,
      at: context.now(),
    })
  const open = final.is === 'waiting' ? order : null
  return { settled: final, state: await endStale(context, provider, state, open) }
}

async function pursue(
  context: SyncContext,
  tx: Transaction,
  provider: PaymentProvider,
  before: CustomerState,
  {
    order,
    superseded,
    isGivenUp,
  }: { readonly order: Order; readonly superseded: boolean; readonly isGivenUp: boolean },
): Promise<{ settled: SettlementState; state: CustomerState }> {
  const known = outcomeOf(order, before)
  // A purchase may have broken off before it was paid, or its bank has to be asked: the provider knows which.
  const mayBeUnpaid = known.is === 'waiting' && order.wish.isNew === true && !superseded && !isGivenUp
  // The state does not tell whether another card pays: the provider is asked, and knows the order by its key.
  const mayBeUnasked = known.is === 'done' && order.wish.keepsPlan === true
  if (known.is !== 'absent' && !mayBeUnpaid && !mayBeUnasked) return { settled: known, state: before }
  // Of one that is overdue the provider would think that it is another order.
  if (isGivenUp) return { settled: { is: 'abandoned' }, state: before }
  let failure: PaymentFailed | null = null
  try {
    const { id } = await askProvider(provider, order, before.customerId)
    await orders.noteSubscription(tx, order.id, id)
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    if (isUncertain(error)) throw refusalOf(context, error)
    context.log.info({ failure: error.code, reason: error.reason }, 'an order was not done')
    failure = error
  }
  const state = await fetchState(context, provider, before.customerId)
  const after = outcomeOf(order, state)
  // A customer who pays on the page at that moment makes our own try fail.
  if (failure && (after.is !== 'done' || mayBeUnasked))
    return { settled: { is: 'failed', failure: keyOf(failure) }, state }
  // It was taken and is not there: what the provider says of it counts.
  return { settled: after.is === 'absent' ? { is: 'failed', failure: 'billing.in_progress' } : after, state }
}

export async function fetchState(
  context: Pick<SyncContext, 'log'>,
  provider: PaymentProvider,
  customerId: string,
): Promise<CustomerState> {
  try {
    const state = await provider.fetchState(customerId)
    return state ?? { customerId, hasPaymentMethod: false, subscriptions: [] }
  } catch (error) {
    if (error instanceof PaymentFailed) throw refusalOf(context, error)
    throw error
  }
}

/** What was never paid, and is waited for no more, is not to be paid later. */
async function endStale(
  context: SyncContext,
  provider: PaymentProvider,
  state: CustomerState,
  open: Order | null,
): Promise<CustomerState> {
  const stale = listStale(state, open, context.now())
  if (stale.length === 0) return state
  for (const { id } of stale) {
    try {
      await provider.cancelNow(id, `${id}:end`)
    } catch (error) {
      if (error instanceof PaymentFailed) throw refusalOf(context, error)
      throw error
    }
  }
  return fetchState(context, provider, state.customerId)
}

/** How it looks to the admin who ordered it. */
export function refuseFailed(settled: SettlementState | null): void {
  if (settled?.is === 'failed') throw new Refusal(settled.failure as Refusal['key'])
  if (settled?.is === 'abandoned') throw new Refusal('billing.in_progress')
}
