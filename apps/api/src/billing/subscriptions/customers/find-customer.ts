import { hasUnreported } from '#api/billing/usage/report-repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { BusinessBilling } from '../billing.ts'
import { findOpen } from '../orders/order-repository.ts'
import { findLive } from '../repository.ts'
import { hasUnprocessed } from '../sync/event-repository.ts'
import { type AtProvider, customerOf } from '../sync/sync-billing.ts'
import type { SyncContext } from '../sync/sync-context.ts'

/**
 * The customer record with which a business buys; null where one is still to be made. A record at a provider that is no longer
 * configured keeps nobody from buying at another one, unless something of the business waits there: then it is refused.
 */
export async function findCustomer(
  context: SyncContext,
  db: Reader,
  billing: BusinessBilling,
): Promise<AtProvider | null> {
  const { provider } = billing
  const isElsewhere = provider !== null && provider !== 'MANUAL' && !context.payment.named(provider)
  return isElsewhere && !(await hasSomethingWaiting(db, billing)) ? null : customerOf(context, billing)
}

/** A plan, an order, signatures that are not charged yet, or a webhook that is not processed. */
async function hasSomethingWaiting(
  db: Reader,
  { businessId, provider, customerId }: BusinessBilling,
): Promise<boolean> {
  if (await findLive(db, businessId)) return true
  if ((await findOpen(db, { businessId })) !== null || (await hasUnreported(db, businessId))) return true
  if (provider === null || provider === 'MANUAL' || customerId === null) return false
  return hasUnprocessed(db, { provider, customerId })
}
