import type { Transaction } from '#api/platform/db/transaction.ts'
import { type CustomerState, PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { listStale } from '../sync/convergence.ts'
import { fetchState } from '../sync/fetch-state.ts'
import { isOverdue, type Order } from './order.ts'
import * as orders from './order-repository.ts'
import { type Outcome, pursueOrder } from './pursue-order.ts'
import { restoreReduction } from './restore-reduction.ts'
import { refusalOf } from '../provider-refusal.ts'
import type { SyncContext } from '../sync/sync-context.ts'

/** Known, or `unknown`: the provider could not say, and the order stays open. */
export type SettlementState = Outcome | { readonly is: 'unknown'; readonly refusal: Refusal }

export interface Settlement {
  readonly settled: SettlementState | null
  /** As the provider has it afterwards. */
  readonly state: CustomerState
}

/**
 * Finds out what became of the open order, has it done where it was not, and gives up what nobody waits for any longer. The
 * caller holds the customer's billing, writes the state, and refuses after that where the outcome is unknown (`refuseUnknown`).
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
  let state = await fetchState(context, provider, customerId)
  try {
    if (!order) return { settled: null, state: await endStale(context, provider, state, null) }
    const isGivenUp = unwanted || isOverdue(order, context.now())
    const pursued = await pursueOrder(context, tx, provider, state, { order, superseded, isGivenUp })
    state = pursued.state
    const isDropped = pursued.settled.is === 'waiting' && (superseded || isGivenUp)
    const settled: Outcome = isDropped ? { is: 'abandoned' } : pursued.settled
    const isVain = settled.is === 'abandoned' || settled.is === 'failed'
    if (isVain && (await restoreReduction(context, tx, provider, order, state)))
      state = await fetchState(context, provider, customerId)
    state = await endStale(context, provider, state, settled.is === 'waiting' ? order : null)
    if (settled.is !== 'waiting') await endOrder(context, tx, order, settled)
    return { settled, state }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { settled: { is: 'unknown', refusal: error }, state }
  }
}

async function endOrder(
  context: SyncContext,
  tx: Transaction,
  { id }: Order,
  settled: Exclude<Outcome, { readonly is: 'waiting' }>,
): Promise<void> {
  await orders.end(tx, id, {
    state: settled.is === 'done' ? 'DONE' : settled.is === 'failed' ? 'FAILED' : 'ABANDONED',
    failure: settled.is === 'failed' ? settled.failure : null,
    at: context.now(),
  })
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

/** Throws what kept the order from being settled. Called after the commit: what was fetched is written all the same. */
export function refuseUnknown(settled: SettlementState | null): Outcome | null {
  if (settled?.is === 'unknown') throw settled.refusal
  return settled
}

/** How it looks to the admin who ordered it. */
export function refuseFailed(settled: Outcome | null): void {
  if (settled?.is === 'failed') throw new Refusal(settled.failure as Refusal['key'])
  if (settled?.is === 'abandoned') throw new Refusal('billing.in_progress')
}
