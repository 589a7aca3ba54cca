import type { User } from '@countersign/contract/account-shapes.ts'
import type { OwnBusiness } from '#web/lib/current-business.ts'
import { localeOf } from '#web/lib/language.ts'
import type { AnalyticsProfile } from './port.ts'

/** What of a business the guidance has to know; null for a personal account. */
export interface GuidedBusiness {
  readonly name: string
  readonly isAdmin: boolean
  readonly plan: string
  readonly planStart: string
  /** settings.userPilot.enabled */
  readonly guidanceEnabled: boolean
}

/** There are no plans of businesses yet: none is told. */
export function guidedBusiness({ business, role }: OwnBusiness): GuidedBusiness {
  const { name, settings } = business
  return {
    name,
    isAdmin: role === 'admin',
    plan: '',
    planStart: '',
    guidanceEnabled: settings.userPilot.enabled,
  }
}

/** Guided are people on the legacy free plan, and those whose business has turned it on. */
export function isGuided(user: User | null, business: GuidedBusiness | null): boolean {
  if (!user) return false
  return business ? business.guidanceEnabled : user.attributes.freeAccountType === 'free_legacy'
}

export function analyticsProfile(user: User, business: GuidedBusiness | null): AnalyticsProfile {
  const { attributes } = user
  return {
    email: attributes.signerIdentityEmail ?? user.email,
    business: business?.name ?? '',
    username: user.id,
    role: business?.isAdmin ? 'admin' : 'user',
    plan: business?.plan ?? attributes.freeAccountType,
    locale_code: localeOf(attributes.lang).toLowerCase(),
    plan_start: business?.planStart ?? '',
  }
}
