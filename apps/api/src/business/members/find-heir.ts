import { findLastHeir } from '#api/business/businesses/event-repository.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { listMemberIds, lockForShare } from './member-repository.ts'

/**
 * Who has what someone was to take over in a business: that member, or after they have left the one who took over from
 * them. Null where nobody did. It ends: an heir was a member at the time, so they left later than who they took over from.
 */
export async function findHeir(db: Reader, businessId: string, accountId: string): Promise<string | null> {
  const [member] = await listMemberIds(db, businessId, [accountId])
  if (member) return member
  const next = await findLastHeir(db, businessId, accountId)
  return next && findHeir(db, businessId, next)
}

/** Whether someone belongs to the business; nobody removes them until the transaction is over. */
export function lockMembership(tx: Transaction, businessId: string, accountId: string): Promise<boolean> {
  return lockForShare(tx, businessId, accountId)
}
