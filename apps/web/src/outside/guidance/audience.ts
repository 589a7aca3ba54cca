import type { User } from '@countersign/contract/account-shapes.ts'
import type { OwnBusiness } from '#web/lib/business/current-business.ts'
import { localeOf } from '#web/lib/language/language.ts'
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

export function guidedBusiness({ business, role }: OwnBusiness): GuidedBusiness {
  const { name, settings, pricePlan } = business
  return {
    name,
    isAdmin: role === 'admin',
    plan: pricePlan?.name ?? '',
    planStart: pricePlan?.current.base.startAt ?? '',
    guidanceEnabled: settings.userPilot.enabled,
  }
}

/** Guided are people on the legacy free plan, and those whose business has turned it on. */
export function isGuided(user: User | null, business: GuidedBusiness | null): boolean {
  if (!user) return false
  if (business) return business.guidanceEnabled
  return (user.freePlan?.type ?? user.attributes.freeAccountType) === 'free_legacy'
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
