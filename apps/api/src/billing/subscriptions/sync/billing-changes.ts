import type { AdministrativeActionType } from '@countersign/contract/administrative-actions.ts'
import type { Subscription } from '../billing.ts'

/** What a sync found to be different: written to the business's log, and told to its admins. */
export interface BillingChange {
  readonly type: Extract<
    AdministrativeActionType,
    | 'plan_bought'
    | 'plan_changed'
    | 'plan_cancelled'
    | 'plan_cancellation_revoked'
    | 'plan_ended'
    | 'payment_failed'
    | 'payment_recovered'
    | 'seats_changed'
  >
  readonly data: Record<string, unknown>
}

const isOwed = (one: Subscription) => one.status === 'past_due' || one.status === 'unpaid'
const plan = ({ plan: name, cycle, currency, seats }: Subscription) => ({
  plan: name,
  cycle,
  currency,
  seats,
})

/** From the subscription that paid for the business before to the one that does now: pure. */
export function changesBetween(
  before: Subscription | null,
  after: Subscription | null,
  /** The one from before, as it is now. */
  ended: Subscription | null,
): BillingChange[] {
  if (!after) return before ? endOf(before, ended) : []
  if (!before)
    return [
      { type: 'plan_bought', data: { ...plan(after), subscriptionId: after.id } },
      ...failed(null, after),
    ]
  const changes: BillingChange[] = []
  const isOther = before.id !== after.id || before.plan !== after.plan || before.cycle !== after.cycle
  if (isOther) changes.push({ type: 'plan_changed', data: { before: plan(before), after: plan(after) } })
  if (before.cancelAt === null && after.cancelAt !== null)
    changes.push({ type: 'plan_cancelled', data: { ...plan(after), endsAt: after.cancelAt.toISOString() } })
  if (before.cancelAt !== null && after.cancelAt === null)
    changes.push({ type: 'plan_cancellation_revoked', data: plan(after) })
  const fewer = after.nextSeats !== null && after.nextSeats !== before.nextSeats
  if (fewer)
    changes.push({
      type: 'seats_changed',
      data: { before: after.seats, after: after.nextSeats, from: after.periodEnd.toISOString() },
    })
  return [...changes, ...failed(before, after)]
}

function failed(before: Subscription | null, after: Subscription): BillingChange[] {
  const was = before !== null && isOwed(before)
  if (isOwed(after) && !was) return [{ type: 'payment_failed', data: plan(after) }]
  return was && after.status === 'active' ? [{ type: 'payment_recovered', data: plan(after) }] : []
}

function endOf(before: Subscription, ended: Subscription | null): BillingChange[] {
  const unpaid = ended !== null && isOwed(ended) && !isOwed(before)
  return [
    ...(unpaid ? [{ type: 'payment_failed', data: plan(ended) } as const] : []),
    { type: 'plan_ended', data: { ...plan(before), reason: ended?.status ?? 'unknown' } },
  ]
}
