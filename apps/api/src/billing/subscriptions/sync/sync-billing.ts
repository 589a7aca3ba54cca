import { find as findBusiness } from '#api/business/businesses/repository.ts'
import { markSeatsToRelease } from '#api/business/members/member-repository.ts'
import type { BillingWish } from '#api/platform/db/billing-tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { PaymentProvider } from '#api/providers/payment/port.ts'
import type { BusinessBilling } from '../billing.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import * as orders from '../orders/order-repository.ts'
import { providerNamed } from '../provider-refusal.ts'
import { findByReferralCode } from '../referrals/referral-repository.ts'
import * as repository from '../repository.ts'
import { refuseUnknown, type SettlementState, settleOrder } from '../orders/settle-order.ts'
import { fetchState } from './fetch-state.ts'
import { writeState } from './write-state.ts'
import type { SyncContext } from './sync-context.ts'

/**
 * Asks the provider for all it has of a business and writes that: by webhook, on the way back from a page of the provider,
 * every hour, by command. An order that is open is finished, or found to be done; where it can't be, the rest is written all the
 * same before this refuses. It may be run any number of times.
 */
export async function syncBilling(context: SyncContext, businessId: string): Promise<void> {
  const settled = await inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, async (tx, billing) => {
      const customer = customerOf(context, billing)
      return customer && settleAndWrite(context, tx, billing, customer)
    }),
  )
  refuseUnknown(settled)
}

export interface AtProvider {
  readonly provider: PaymentProvider
  readonly customerId: string
}

/** Null: the provider knows nothing of the business yet. */
export function customerOf(context: SyncContext, billing: BusinessBilling): AtProvider | null {
  const { customerId, provider } = billing
  if (customerId === null || provider === null || provider === 'MANUAL') return null
  return { provider: providerNamed(context, provider), customerId }
}

/**
 * The open order first, if any; then all that the provider has. A business that is deleted buys nothing any more: its order
 * is given up. The caller has locked the business's billing, and refuses once this is committed where the order is unknown.
 */
export async function settleAndWrite(
  context: SyncContext,
  tx: Transaction,
  billing: BusinessBilling,
  customer: AtProvider,
  superseded = false,
): Promise<SettlementState | null> {
  if (!(await findBusiness(tx, billing.businessId))) {
    await endAll(context, tx, billing)
    return { is: 'abandoned' }
  }
  const { provider, customerId } = customer
  const order = await orders.findOpen(tx, { businessId: billing.businessId })
  const { settled, state } = await settleOrder(context, tx, provider, customerId, { order, superseded })
  await writeState(context, tx, billing, { provider: provider.name, state })
  const { referralCode } = order?.wish ?? {}
  if (referralCode && settled?.is === 'done')
    await repository.save(tx, billing.businessId, { referredBy: await findByReferralCode(tx, referralCode) })
  if (order && (settled?.is === 'failed' || settled?.is === 'abandoned'))
    await undoSeats(tx, billing.businessId, order.wish)
  return settled
}

/** What an order for seats that came to nothing has set on our side. */
async function undoSeats(
  tx: Transaction,
  businessId: string,
  { seatsChangedBefore, removeUserIdsBefore }: BillingWish,
): Promise<void> {
  if (seatsChangedBefore)
    await repository.save(tx, businessId, { seatsChangedAt: new Date(seatsChangedBefore) })
  if (removeUserIdsBefore) await markSeatsToRelease(tx, businessId, removeUserIdsBefore)
}

/**
 * A business that is deleted pays nothing more; its orders and its billing address stay, for accounting. Fails until the
 * provider has ended it: the job's tries end, the sweep goes on. At a provider that is no longer configured its plan waits for
 * the sweep.
 */
export async function endBilling(context: SyncContext, businessId: string): Promise<void> {
  await inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, (tx, billing) => endAll(context, tx, billing)),
  )
}

async function endAll(context: SyncContext, tx: Transaction, billing: BusinessBilling): Promise<void> {
  const { businessId, provider: name } = billing
  const open = await orders.findOpen(tx, { businessId })
  if (open) await orders.end(tx, open.id, { state: 'ABANDONED', at: context.now() })
  const isConfigured = name === null || name === 'MANUAL' || context.payment.named(name) !== null
  const customer = isConfigured ? customerOf(context, billing) : null
  if (!customer) return
  const { provider, customerId } = customer
  const state = await fetchState(context, provider, customerId)
  for (const { id, status, endedAt } of state.subscriptions)
    if (endedAt === null && status !== 'canceled' && status !== 'incomplete_expired')
      await provider.cancelNow(id, `${id}:end`)
  await writeState(context, tx, billing, {
    provider: provider.name,
    state: await fetchState(context, provider, customerId),
  })
}
