import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessBilling } from './billing.ts'
import { ensureBilling } from './trials/trial-repository.ts'
import * as repository from './repository.ts'

/** So long one waits for what another process is doing with the same customer. */
const patience = '20s'

/**
 * Works with the billing of one business while nobody else does, here or in another process. The provider may be asked
 * meanwhile: only the row of `business_billing` is locked. The row of the business itself is locked after that, never before.
 */
export async function withBilling<Result>(
  context: Pick<Context, 'db' | 'now' | 'payment'>,
  businessId: string,
  work: (tx: Transaction, billing: BusinessBilling) => Promise<Result>,
): Promise<Result> {
  return locking(context, async (tx) => {
    await ensureBilling(tx, businessId, context.now())
    const billing = await repository.lockForNoKeyUpdate(tx, businessId)
    if (!billing) throw new Refusal('not_found')
    return work(tx, billing)
  })
}

/** One transaction that gives up waiting for another's lock, and says that something is in progress. */
export async function locking<Result>(
  context: Pick<Context, 'db'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction(context.db, async (tx) => {
      await repository.limitWaiting(tx, patience)
      return work(tx)
    })
  } catch (error) {
    // 55P03: lock_not_available.
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new Refusal('billing.in_progress', { retryAfter: 5, cause: error })
  }
}
