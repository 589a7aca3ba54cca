import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import type { BillingChange } from './billing-changes.ts'

/** What a sync may reach for: the operator's command has no more. */
export type SyncContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'payment' | 'pool'>

/** Hears of what a sync found to be different, in the transaction that wrote it: mails, for example. */
export type BillingListener = (
  context: SyncContext,
  tx: Transaction,
  businessId: string,
  changes: readonly BillingChange[],
) => Promise<void>
