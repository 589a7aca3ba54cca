import type { OfferedPlan } from '@countersign/contract/billing-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import { PaymentFailed, type PaymentProvider, type PlanPrice } from '#api/providers/payment/port.ts'
import { listOwnPrices, listPlans } from '../plan-repository.ts'

// So long the provider's prices are shown before they are asked for again.
const kept = 300_000
const prices = new WeakMap<PaymentProvider, { readonly at: number; readonly plans: readonly PlanPrice[] }>()

/** What is sold, at the provider's prices; at ours while it does not answer, which the preview corrects. */
export async function listOfferedPlans(context: Context): Promise<OfferedPlan[]> {
  const { forNew } = context.payment
  if (!forNew) return []
  const all = await findPrices(context, forNew)
  return (await listPlans(context.db)).map((plan) => ({
    name: plan.name,
    seats: { min: plan.min_seats, max: plan.max_seats },
    included: plan.included,
    chargesExtra: plan.charges_extra,
    limits: plan.limits,
    prices: plan.sold
      ? all
          .filter((price) => price.plan === plan.name)
          .map(({ cycle, currency, amount }) => ({ cycle, currency, amount }))
      : [],
  }))
}

async function findPrices(context: Context, provider: PaymentProvider): Promise<readonly PlanPrice[]> {
  const before = prices.get(provider)
  const at = context.now().getTime()
  if (before && at - before.at < kept) return before.plans
  try {
    const { plans } = await provider.listPrices()
    prices.set(provider, { at, plans })
    return plans
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    context.log.warn(
      { failure: error.code, reason: error.reason },
      'prices are shown as they were last known',
    )
    return before?.plans ?? (await listOwnPrices(context.db))
  }
}
