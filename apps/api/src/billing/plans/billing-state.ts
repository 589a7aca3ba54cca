import type { PaymentMethod, PlanName, SubscriptionStatus } from '@countersign/contract/billing-shapes.ts'

/** Of `business_billing`: what decides how a business pays. */
export interface BillingFacts {
  readonly provider: 'MANUAL' | 'STRIPE' | 'CHARGEBEE' | null
  readonly trialPlan: PlanName
  readonly trialEndsAt: Date
  readonly trialCancelledAt: Date | null
  readonly blockedAt: Date | null
  readonly manual: {
    readonly plan: PlanName
    readonly seats: number
    readonly until: Date | null
  } | null
}

/** The subscription by which a business has what it pays for, as the provider last had it. */
export interface LiveSubscription {
  readonly provider: 'STRIPE' | 'CHARGEBEE'
  readonly status: SubscriptionStatus
  readonly plan: PlanName
  readonly seats: number
}

export interface BillingState {
  readonly paymentMethod: PaymentMethod
  /** Null: it has none at the moment. */
  readonly plan: PlanName | null
  /** Null with the trial, which has as many as it has people. */
  readonly seats: number | null
  readonly isTrial: boolean
}

/** How many seats count at most for what the trial includes. */
export const trialSeats = 10

/** The billing state derives from how the business pays (specification, section 4; decision 73). */
export function billingStateOf(facts: BillingFacts, live: LiveSubscription | null, now: Date): BillingState {
  const without = (paymentMethod: PaymentMethod): BillingState => ({
    paymentMethod,
    plan: null,
    seats: null,
    isTrial: false,
  })
  if (facts.blockedAt) return without('BLOCKED')
  if (facts.provider === 'MANUAL' && facts.manual) {
    const { plan, seats, until } = facts.manual
    if (until === null || now < until) return { paymentMethod: 'MANUAL', plan, seats, isTrial: false }
    return without('NEEDS_PAYMENT_METHOD')
  }
  if (live) return { paymentMethod: live.provider, plan: live.plan, seats: live.seats, isTrial: false }
  const isOver = facts.trialCancelledAt !== null || now >= facts.trialEndsAt
  return isOver
    ? without('NEEDS_PAYMENT_METHOD')
    : { paymentMethod: 'TRIALING', plan: facts.trialPlan, seats: null, isTrial: true }
}

/**
 * A payment failed, or waits for the business. The specification's rule would call a trial one: it is none (section 4; the
 * reference on billing).
 */
export function hasPaymentIssue(status: SubscriptionStatus | null, isLocked: boolean): boolean {
  return status !== null && !isLocked && !['active', 'trialing', 'incomplete_expired'].includes(status)
}

/** By these a business has what it pays for. */
export function isLive(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due'
}
