import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { type Limits, limitsOf } from './signer-group.ts'

/** How many groups an account may keep, and how many people one may have, as its business says. */
export async function findLimits(db: Reader, accountId: string): Promise<Limits> {
  const business = await findBusinessOf(db, accountId)
  return limitsOf(business && business.settings.signerGroups)
}
