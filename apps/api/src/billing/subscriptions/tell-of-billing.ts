import type { Transaction } from '#api/platform/db/transaction.ts'
import type { BillingNews } from './billing-news.ts'
import { mailNews } from './mail-admins.ts'
import type { BillingListener, SyncContext } from './sync-context.ts'

const listeners: readonly BillingListener[] = [mailNews]

export async function tellOfBilling(
  context: SyncContext,
  tx: Transaction,
  businessId: string,
  news: readonly BillingNews[],
): Promise<void> {
  if (news.length === 0) return
  for (const listener of listeners) await listener(context, tx, businessId, news)
}
