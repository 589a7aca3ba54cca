import type { Business } from '#api/business/businesses/business.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'

/**
 * Everything that changes who belongs to a business, and as what, locks its row: of two such acts at the same instant the
 * second sees what the first has done.
 */
export async function lockBusiness(tx: Transaction, id: string): Promise<Business> {
  const business = await lockForNoKeyUpdate(tx, id)
  if (!business) throw new Refusal('not_found')
  return business
}
