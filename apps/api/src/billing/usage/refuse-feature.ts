import type { PlanFeature } from '@countersign/contract/billing-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findPlanOf } from './entitlement.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

type FeatureContext = Pick<Context, 'now' | 'payment'>

/** What the plan of a business does not include, or no more than `used` of. Without billing everything is included. */
export async function refuseFeature(
  { now, payment }: FeatureContext,
  db: Reader,
  businessId: string,
  feature: PlanFeature,
  used = 0,
): Promise<void> {
  if (!payment.forNew) return
  const found = await findPlanOf({ db, now }, businessId)
  if (!found) throw new Refusal('business.payment_required')
  const included = found.plan.limits[feature]
  const isIncluded = typeof included === 'number' ? used < included : included !== false
  if (!isIncluded) throw new Refusal('plan.not_included', { feature })
}

/** The same as a step of business, which knows no billing. */
export function planLimits(context: FeatureContext): PlanLimits {
  return {
    refuseFeature: (db, businessId, feature, used) => refuseFeature(context, db, businessId, feature, used),
  }
}
