import { findPayer } from '#api/billing/usage/payer-repository.ts'
import { refuseFeature } from '#api/billing/usage/refuse-feature.ts'
import { isLocked } from '#api/business/members/member-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'

/**
 * May this account send to a recipient list? Free accounts send one request after the other. Asked when the list is uploaded and again
 * for each row, which may wait for days: the sender may have lost their seat or have left the business that pays since.
 */
export async function refuseBulkSend(context: Context, tx: Transaction, accountId: string): Promise<void> {
  if (await isLocked(tx, accountId)) throw new Refusal('business.member_locked')
  if (!context.payment.forNew) return
  const { businessId } = await findPayer(tx, accountId)
  if (!businessId) throw new Refusal('plan.not_included', { feature: 'bulkSend' })
  await refuseFeature(context, tx, businessId, 'bulkSend')
}
