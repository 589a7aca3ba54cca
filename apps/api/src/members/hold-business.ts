import type { Business } from '#api/businesses/business.ts'
import { findForUpdate } from '#api/businesses/repository.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'

/**
 * Everything that changes who belongs to a business, and as what, holds its row: of two such acts at the same instant the
 * second sees what the first has done.
 */
export async function holdBusiness(tx: Transaction, id: string): Promise<Business> {
  const business = await findForUpdate(tx, id)
  if (!business) throw new Refusal('not_found')
  return business
}
