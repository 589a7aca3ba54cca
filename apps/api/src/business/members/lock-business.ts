import type { Business } from '#api/business/businesses/business.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'

/**
 * Every change of members or roles locks the business's row: of two simultaneous changes the second sees the result of
 * the first.
 */
export async function lockBusiness(tx: Transaction, id: string): Promise<Business> {
  const business = await lockForNoKeyUpdate(tx, id)
  if (!business) throw new Refusal('not_found')
  return business
}
