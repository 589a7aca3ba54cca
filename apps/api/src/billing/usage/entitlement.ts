import type { IncludedSignatures } from '@countersign/contract/billing-shapes.ts'
import { findPlan, type PlanRow } from '#api/billing/subscriptions/plan-repository.ts'
import { readBilling } from '#api/billing/subscriptions/read-billing.ts'
import { countSeated } from '#api/billing/subscriptions/orders/upgrade-business.ts'
import type { Context } from '#api/providers/context.ts'
import { type BillingState, billingStateOf, trialSeats } from '#api/billing/plans/billing-state.ts'
import type { Payer } from './payer-repository.ts'

/** What a payer may use in a month. */
export interface Entitlement {
  /** False: the trial is over, or the plan has ended. */
  readonly hasPlan: boolean
  /** Of a month; null: not limited. */
  readonly included: IncludedSignatures
  /** Of a month, whatever they weigh: the allowance of a free plan. */
  readonly total: number | null
  /** Signatures beyond that are charged each; otherwise they wait. */
  readonly chargesExtra: boolean
  /** A payment provider charges them; otherwise the operator does, by invoice. */
  readonly paidAtProvider: boolean
}

const none: IncludedSignatures = { ses: 0, aes: 0, qes: 0, seal: 0 }
const withoutCharges = { chargesExtra: false, paidAtProvider: false }
const unlimited: IncludedSignatures = { ses: null, aes: null, qes: null, seal: null }

export async function findEntitlement(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  { businessId }: Payer,
): Promise<Entitlement> {
  if (!businessId)
    return { ...withoutCharges, hasPlan: true, included: unlimited, total: context.config.freeSignatures }
  const found = await findPlanOf(context, businessId)
  if (!found) return { ...withoutCharges, hasPlan: false, included: none, total: null }
  const { plan, state } = found
  const seats = state.seats ?? Math.min(await countSeated(context.db, businessId), trialSeats)
  const times = (each: number | null) => (each === null ? null : each * seats)
  const { ses, aes, qes, seal } = plan.included
  return {
    hasPlan: true,
    included: { ses: times(ses), aes: times(aes), qes: times(qes), seal: times(seal) },
    total: null,
    chargesExtra: plan.charges_extra && !state.isTrial,
    paidAtProvider: state.paymentMethod === 'STRIPE' || state.paymentMethod === 'CHARGEBEE',
  }
}

/** Null where the trial is over, or the plan has ended. */
export async function findPlanOf(
  context: Pick<Context, 'db' | 'now'>,
  businessId: string,
): Promise<{ readonly plan: PlanRow; readonly state: BillingState } | null> {
  const { billing, live } = await readBilling(context, businessId)
  const state = billingStateOf(billing, live, context.now())
  const plan = state.plan && (await findPlan(context.db, state.plan))
  return plan ? { plan, state } : null
}
