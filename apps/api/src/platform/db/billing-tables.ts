import type {
  BillingAddress,
  Discount,
  IncludedSignatures,
  PlanLimits,
} from '@countersign/contract/billing-shapes.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

// The rows of plans and billing; as in tables.ts.

type At = ColumnType<Date, Date | string, Date | string>
type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T extends object> = JSONColumnType<T, string | undefined, string>

export type PlanNameRow = 'individual' | 'team' | 'pro' | 'scale' | 'enterprise'
export type CycleRow = 'month' | 'year'
export type CurrencyRow = 'CHF' | 'EUR'
export type CountedQualityRow = 'ses' | 'aes' | 'qes' | 'seal'
export type PaymentProviderRow = 'STRIPE' | 'CHARGEBEE'
export type SubscriptionStatusRow =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused'
export type BillingNotice =
  | 'trial_7'
  | 'trial_3'
  | 'trial_1'
  | 'trial_0'
  | 'trial_over'
  | 'payment_failed'
  | 'allowance_used_up'

/** What was chosen, with all that it takes to do it again after a crash. */
export interface BillingWish {
  readonly plan?: PlanNameRow
  readonly cycle?: CycleRow
  readonly currency?: CurrencyRow
  readonly seats?: number
  readonly promoCode?: string | null
  readonly referralCode?: string | null
  /** The provider's id of the promotion that either of the codes stands for. */
  readonly promotionId?: string | null
  readonly prorationDate?: string | null
  readonly setupReference?: string | null
  readonly address?: Partial<BillingAddress>
  /** With the direct upgrade: the business that is founded once the plan is paid for. */
  readonly foundation?: {
    readonly name: string
    readonly phone: string | null
    readonly country: string | null
  }
  readonly removeUserIds?: readonly string[]
  /** With seats: when they were last changed before, which holds again if nothing comes of it. */
  readonly seatsChangedBefore?: string
  /** With seats: who was to give up theirs before, which holds again too. */
  readonly removeUserIdsBefore?: readonly string[]
  /** Fewer seats that were asked for before, from the next period on: asked for again if nothing comes of this. */
  readonly reduction?: { readonly from: number; readonly to: number }
  /** A subscription is made; otherwise the one that is named is changed. */
  readonly isNew?: boolean
  /** Another card alone: that the plan is as it was ordered says nothing of whether it was done. */
  readonly keepsPlan?: boolean
  /** The number of the key that the provider is asked with, from 2 on: those before are spent. */
  readonly attempt?: number
}

export interface BillingTables {
  plans: {
    name: PlanNameRow
    position: number
    sold: boolean
    min_seats: number
    max_seats: number | null
    included: Json<IncludedSignatures>
    charges_extra: boolean
    limits: Json<PlanLimits>
  }
  plan_prices: { plan: PlanNameRow; cycle: CycleRow; currency: CurrencyRow; amount: number }
  extra_prices: { quality: CountedQualityRow; currency: CurrencyRow; amount: number }
  business_billing: {
    business_id: string
    address: Json<Partial<BillingAddress>>
    currency: CurrencyRow | null
    provider: 'MANUAL' | PaymentProviderRow | null
    customer_id: string | null
    trial_plan: Generated<PlanNameRow>
    trial_ends_at: At
    trial_cancelled_at: MaybeAt
    blocked_at: MaybeAt
    manual_plan: PlanNameRow | null
    manual_name: string | null
    manual_seats: number | null
    manual_until: MaybeAt
    /** Of earlier releases: nothing reads it. */
    seats_wanted: number | null
    seats_changed_at: At
    error_code: string | null
    fair_flat_offered_at: MaybeAt
    fair_flat_answered_at: MaybeAt
    referral_code: string | null
    referred_by: string | null
    synced_at: MaybeAt
    next_sync_at: At
    notices: Json<Partial<Record<BillingNotice, string>>>
  }
  subscriptions: {
    provider: PaymentProviderRow
    id: string
    business_id: string
    status: SubscriptionStatusRow
    live: boolean
    plan: PlanNameRow
    cycle: CycleRow
    currency: CurrencyRow
    seats: number
    next_seats: number | null
    seat_price: number | null
    started_at: At
    period_start: At
    period_end: At
    cancel_at: MaybeAt
    ended_at: MaybeAt
    discounts: JSONColumnType<Discount[], string | undefined, string>
  }
  billing_orders: {
    id: string
    business_id: string | null
    account_id: string
    kind: 'UPGRADE' | 'SEATS' | 'CANCEL' | 'REVOKE'
    provider: PaymentProviderRow
    customer_id: string | null
    wish: Json<BillingWish>
    state: Generated<'OPEN' | 'DONE' | 'FAILED' | 'ABANDONED'>
    failure: string | null
    subscription_id: string | null
    direct: GeneratedAlways<boolean>
    created_at: At
    ended_at: MaybeAt
    refunded_at: MaybeAt
  }
  account_customers: { account_id: string; provider: PaymentProviderRow; customer_id: string }
  billing_events: {
    provider: PaymentProviderRow
    id: string
    type: string
    customer_id: string | null
    received_at: At
    processed_at: MaybeAt
  }
  billing_problems: { business_id: string; kind: string; details: Json<object>; found_at: At }
  signature_usage: {
    signing_id: string
    business_id: string | null
    account_id: string | null
    quality: CountedQualityRow
    at: At
    extra: boolean
    reported_at: MaybeAt
    report_after: MaybeAt
    told_at: MaybeAt
    told_for: MaybeAt
  }
  billing_surveys: {
    id: string
    business_id: string
    account_id: string
    about: 'upgrade' | 'cancellation' | 'trial'
    rating: number | null
    reason: string | null
    comment: string | null
    at: At
  }
}
