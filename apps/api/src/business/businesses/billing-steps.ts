import type { Billing, PlanFeature, PricePlan, StripeState } from '@countersign/contract/billing-shapes.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Business } from './business.ts'

// What businesses need of billing, which is above them: `app/` passes it in.

export interface PlanLimits {
  /** Refuses what the plan of a business does not include, or more than `used` of it. */
  readonly refuseFeature: (
    db: Reader,
    businessId: string,
    feature: PlanFeature,
    used?: number,
  ) => Promise<void>
}

export interface BillingOfBusiness {
  readonly billing: Billing | null
  readonly pricePlan: PricePlan | null
  readonly stripe: StripeState | null
}

export interface BillingView {
  /** What the people of a business are told of its plan, and its admins of how it pays. */
  readonly presentBilling: (business: Business, role: 'admin' | 'member') => Promise<BillingOfBusiness>
}
