import type { Transaction } from '#api/platform/db/transaction.ts'
import type { BillingChange } from '../sync/billing-changes.ts'
import { mailBillingChanges } from './mail-admins.ts'
import type { BillingListener, SyncContext } from '../sync/sync-context.ts'

const listeners: readonly BillingListener[] = [mailBillingChanges]

export async function notifyOfBilling(
  context: SyncContext,
  tx: Transaction,
  businessId: string,
  changes: readonly BillingChange[],
): Promise<void> {
  if (changes.length === 0) return
  for (const listener of listeners) await listener(context, tx, businessId, changes)
}
