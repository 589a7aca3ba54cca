import { findMembership } from '#api/business/businesses/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listSenders, type SendingApiUser } from './repository.ts'

/**
 * The API users whose requests this account sees, as a member of their business who has a seat, where the business says so
 * (`isSharedWithMember` is the same for one request).
 */
export async function listSharing(db: Reader, accountId: string): Promise<SendingApiUser[]> {
  const membership = await findMembership(db, accountId)
  if (!membership || membership.lockedAt) return []
  const { id, settings } = membership.business
  return settings.apiUsers.sharedRequests.enabled ? listSenders(db, id) : []
}
