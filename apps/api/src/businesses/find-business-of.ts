import type { Reader } from '#api/db/transaction.ts'
import type { BusinessRole, BusinessSettings } from './business.ts'
import { findMembership } from './repository.ts'

export interface BusinessOf {
  readonly id: string
  readonly name: string
  readonly role: BusinessRole
  readonly settings: BusinessSettings
}

/** The business an account belongs to, and what it has chosen; null with a personal account. */
export async function findBusinessOf(db: Reader, accountId: string): Promise<BusinessOf | null> {
  const membership = await findMembership(db, accountId)
  if (!membership) return null
  const { business, role } = membership
  return { id: business.id, name: business.name, role, settings: business.settings }
}
