import type { Business, BusinessRole } from '@countersign/contract/businesses.ts'

/** What the admins of a business should know of its plan, wherever they are. */
export type BillingNotice =
  | { readonly kind: 'payment-failed' }
  | { readonly kind: 'cancelled'; readonly on: string }
  | { readonly kind: 'trial'; readonly until: string }

/** The most urgent one. Without a plan the pages themselves say so. */
export function noticeOf({ billing, pricePlan }: Business, role: BusinessRole): BillingNotice | null {
  if (role !== 'admin' || !billing || !pricePlan) return null
  if (billing.paymentIssue && billing.paymentMethod !== 'NEEDS_PAYMENT_METHOD')
    return { kind: 'payment-failed' }
  const next = pricePlan.next.base
  if (next?.type === 'CANCELED') return { kind: 'cancelled', on: next.startAt }
  const isTrial = billing.paymentMethod === 'TRIALING' && billing.trialEndsAt !== null
  return isTrial ? { kind: 'trial', until: billing.trialEndsAt ?? '' } : null
}
