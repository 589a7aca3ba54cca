import type { Role } from '#web/lib/account/access.ts'

/** What the rules have to know of the business someone belongs to; null for a personal account. */
export interface BusinessFacts {
  readonly role: Extract<Role, 'member' | 'admin'>
  /** The trial is over and no payment method is there. */
  readonly trialExpired: boolean
  /** The business is locked. */
  readonly locked: boolean
  /** There is no seat for this person, or the business of this member is locked. */
  readonly memberLocked: boolean
  /** Its admins are offered the new price plan in place of their old one. */
  readonly fairFlatMigration: boolean
}
