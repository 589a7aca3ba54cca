import type { CountedQuality } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { countSeated } from '#api/billing/subscriptions/orders/upgrade-business.ts'
import type { Context } from '#api/providers/context.ts'
import { monthOf } from '#api/billing/plans/plan.ts'
import { findEntitlement } from './entitlement.ts'
import * as repository from './repository.ts'

/** What a business has used this month against what its plan includes, and of the twelve months that end with it. */
export async function getUsage(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  business: Pick<Business, 'id' | 'seats'>,
) {
  const payer = { businessId: business.id, accountId: null }
  const month = monthOf(context.now())
  const since = new Date(Date.UTC(month.start.getUTCFullYear(), month.start.getUTCMonth() - 11, 1))
  const [entitlement, counts, months, used] = await Promise.all([
    findEntitlement(context, payer),
    repository.count(context.db, payer, month),
    repository.listMonths(context.db, business.id, since),
    countSeated(context.db, business.id),
  ])
  const of = (quality: CountedQuality) => ({ included: entitlement.included[quality], ...counts[quality] })
  return {
    period: { startAt: month.start.toISOString(), endAt: month.end.toISOString() },
    seats: { total: business.seats, used },
    signatures: { ses: of('ses'), aes: of('aes'), qes: of('qes'), seal: of('seal') },
    months: Array.from({ length: 12 }, (_, index) => {
      const start = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + index, 1))
      const name = start.toISOString().slice(0, 7)
      return months.find((one) => one.month === name) ?? { month: name, ses: 0, aes: 0, qes: 0, seal: 0 }
    }),
  }
}
