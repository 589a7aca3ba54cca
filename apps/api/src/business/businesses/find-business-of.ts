import type { Reader } from '#api/platform/db/transaction.ts'
import type { Business, BusinessRole, BusinessSettings } from './business.ts'
import { findMembership } from './repository.ts'
import { findSender } from './sender-repository.ts'

export interface BusinessOf {
  readonly id: string
  readonly name: string
  readonly role: BusinessRole
  readonly settings: BusinessSettings
  readonly logo: Business['logo']
  readonly supportContact: Business['supportContact']
}

/** The business an account belongs to, and what it has chosen; null with a personal account. */
export async function findBusinessOf(db: Reader, accountId: string): Promise<BusinessOf | null> {
  const membership = await findMembership(db, accountId)
  if (!membership) return null
  const { business, role } = membership
  const { id, name, settings, logo, supportContact } = business
  return { id, name, role, settings, logo, supportContact }
}

/** The business that the sender of a request belongs to now; null with a personal account. */
export async function findBusinessOfSender(db: Reader, requestId: string): Promise<BusinessOf | null> {
  const ownerId = await findSender(db, requestId)
  return ownerId === null ? null : findBusinessOf(db, ownerId)
}
