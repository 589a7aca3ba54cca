import type { OwnBusiness } from '#web/lib/business/current-business.ts'

/** Everybody with a personal account; of a business, the members of one that has turned it on. */
export function isInReferrals(own: OwnBusiness | null): boolean {
  return own === null || own.business.settings.affiliate.enabled
}
