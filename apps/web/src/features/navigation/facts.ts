import type { Role } from '#web/lib/access.ts'

/** What the rules have to know of the business somebody belongs to; null for a personal account. */
export interface BusinessFacts {
  readonly role: Extract<Role, 'member' | 'admin'>
  /** The trial is over and no payment method is there. */
  readonly trialExpired: boolean
  /** The business is locked. */
  readonly locked: boolean
  /** There is no seat for this person, or the business of this member is locked. */
  readonly memberLocked: boolean
}

export interface Plan {
  readonly type: 'personal' | 'new-free'
}

/**
 * The new free plan has no uploading (rule 12). Plans are not sold yet, so nobody is on it: an account's
 * `freeAccountType` says when it was made, not what it may do.
 */
export function isOnNewFreePlan(plan: Plan | null): boolean {
  return plan?.type === 'new-free'
}
