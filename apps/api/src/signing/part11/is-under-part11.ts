import { findMembership } from '#api/business/businesses/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

/** Why anyone else is refused: what isn't said is whether they have an account. */
export const part11Signers =
  'Only members of a business with Part 11 turned on can sign this. Choose someone else, or ask their business to turn it on.'

/**
 * Whether someone can sign regulated records: with an account of a business that has Part 11 turned on, which has verified who
 * they are (21 CFR 11.100 (b)) and hasn't locked them. Anyone else is answered alike, with an account or without.
 */
export async function isUnderPart11(db: Reader, accountId: string | null): Promise<boolean> {
  const membership = accountId === null ? null : await findMembership(db, accountId)
  return membership !== null && membership.lockedAt === null && membership.business.settings.part11.enabled
}
