import type { Database } from '#api/platform/db/connect.ts'
import type { PriceList } from '#api/providers/payment/port.ts'

/** What is sold, from our own lists: what a payment provider is to have. */
export async function readPriceList(db: Database): Promise<PriceList> {
  const plans = await db
    .selectFrom('plan_prices')
    .innerJoin('plans', 'plans.name', 'plan_prices.plan')
    .select(['plan_prices.plan', 'cycle', 'currency', 'amount'])
    .where('sold', '=', true)
    .orderBy('position')
    .orderBy('cycle')
    .orderBy('currency')
    .execute()
  const extras = await db
    .selectFrom('extra_prices')
    .select(['quality', 'currency', 'amount'])
    .orderBy('quality')
    .orderBy('currency')
    .execute()
  return { plans, extras }
}
