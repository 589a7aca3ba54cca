import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { inTurn } from '../in-turn.ts'
import { listOpenBefore } from '../orders/order-repository.ts'
import * as repository from '../repository.ts'
import { settleDirect } from '../direct-upgrades/settle-direct.ts'
import { endBilling, syncBilling } from './sync-billing.ts'
import { syncCustomer } from './sync-customer.ts'
import { listWaitingCustomers } from './event-repository.ts'
import { noteUnconfigured } from './unconfigured-providers.ts'

// A run does no more than this; the next one, a minute later, continues.
const mostPerRun = 100
const minute = 60_000

/**
 * What no webhook brought: businesses that were not asked about for an hour, orders whose process died or whose provider did
 * not answer, webhooks whose job failed, deleted businesses whose plan could not be ended. Each on its own: one that cannot be
 * synced does not keep the others. What is at a provider that is no longer configured waits, untried, until it is again.
 */
export async function sweepBilling(context: Context): Promise<number> {
  const providers = context.payment.all().map(({ name }) => name)
  await noteUnconfigured(context, providers)
  if (providers.length === 0) return 0
  const now = context.now()
  const open = await listOpenBefore(context.db, new Date(now.getTime() - minute), mostPerRun, providers)
  const due = await repository.listDue(context.db, now, mostPerRun, providers)
  const deleted = await repository.listDeletedWithPlan(context.db, now, mostPerRun, providers)
  const businesses = new Set([...open.flatMap(({ businessId }) => businessId ?? []), ...due])
  const accounts = new Set(open.flatMap((order) => (order.businessId ? [] : order.accountId)))
  let swept = 0
  for (const id of deleted) await attempt(context, { businessId: id }, () => endBilling(context, id))
  for (const id of businesses)
    if (await attempt(context, { businessId: id }, () => syncBilling(context, id))) swept += 1
  for (const id of accounts)
    await attempt(context, { accountId: id }, () => inTurn(context.pool, id, () => settleDirect(context, id)))
  for (const customer of await listWaitingCustomers(
    context.db,
    new Date(now.getTime() - 5 * minute),
    mostPerRun,
    providers,
  ))
    await attempt(context, customer, () => syncCustomer(context, customer))
  return swept
}

async function attempt(
  context: Context,
  whose: { readonly businessId?: string; readonly accountId?: string; readonly customerId?: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const isDown = error instanceof Refusal
    context.log[isDown ? 'warn' : 'error']({ err: error, ...whose }, 'billing could not be synced')
    const { businessId } = whose
    // Those after it have their turn first the next time.
    const nextSyncAt = new Date(context.now().getTime() + 5 * minute)
    if (businessId) await transaction(context.db, (tx) => repository.save(tx, businessId, { nextSyncAt }))
    return false
  }
}
