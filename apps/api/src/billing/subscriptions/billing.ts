import type { BillingAddress, Discount } from '@countersign/contract/billing-shapes.ts'
import type {
  BillingNotice,
  CurrencyRow,
  CycleRow,
  PaymentProviderRow,
  PlanNameRow,
  SubscriptionStatusRow,
} from '#api/platform/db/billing-tables.ts'

/** How a business pays, as we have it. */
export interface BusinessBilling {
  readonly businessId: string
  readonly address: Partial<BillingAddress>
  readonly currency: CurrencyRow | null
  readonly provider: 'MANUAL' | PaymentProviderRow | null
  readonly customerId: string | null
  readonly trialPlan: PlanNameRow
  readonly trialEndsAt: Date
  readonly trialCancelledAt: Date | null
  readonly blockedAt: Date | null
  readonly manual: {
    readonly plan: PlanNameRow
    readonly name: string
    readonly seats: number
    readonly until: Date | null
  } | null
  readonly seatsChangedAt: Date
  readonly errorCode: string | null
  readonly fairFlatOfferedAt: Date | null
  readonly fairFlatAnsweredAt: Date | null
  readonly referralCode: string | null
  readonly referredBy: string | null
  readonly syncedAt: Date | null
  readonly nextSyncAt: Date
  readonly notices: Partial<Record<BillingNotice, string>>
}

/** A subscription as the provider last had it. */
export interface Subscription {
  readonly provider: PaymentProviderRow
  readonly id: string
  readonly businessId: string
  readonly status: SubscriptionStatusRow
  readonly live: boolean
  readonly plan: PlanNameRow
  readonly cycle: CycleRow
  readonly currency: CurrencyRow
  readonly seats: number
  readonly nextSeats: number | null
  /** What a seat costs each period; null until it is known. */
  readonly seatPrice: number | null
  readonly startedAt: Date
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly cancelAt: Date | null
  readonly endedAt: Date | null
  readonly discounts: readonly Discount[]
}
