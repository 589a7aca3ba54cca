import type { BillingPreview, PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { markSeatsToRelease } from '#api/business/members/member-repository.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { BusinessBilling, Subscription } from '../billing.ts'
import { checkProrationDate } from './check-proration-date.ts'
import { placeOrder } from './place-order.ts'
import { findPlan } from '../plan-repository.ts'
import { presentPreview } from './present-preview.ts'
import { atProvider, providerForNew } from '../provider-refusal.ts'
import { readBilling } from '../read-billing.ts'
import * as repository from '../repository.ts'
import { customerOf } from '../sync/sync-billing.ts'

export interface SeatsChange {
  readonly seats: number
  /** Of the state that the admin saw. */
  readonly timestamp: string
  readonly prorationDate?: string | null | undefined
  readonly removeUserIds?: readonly string[] | undefined
}

/** Another number of seats: absolute, so that asking twice is asking once. */
export async function changeSeats(
  context: Context,
  actor: AccountActor,
  businessId: string,
  change: SeatsChange,
): Promise<PaymentAction | null> {
  providerForNew(context)
  return placeOrder(context, actor, businessId, async (tx, billing, current) => {
    const live = await check(context, tx, billing, current, change.seats)
    if (new Date(change.timestamp) < billing.seatsChangedAt) throw new Refusal('billing.stale')
    checkProrationDate(change.prorationDate, live, context.now())
    const people = await listMembers(tx, businessId)
    const named = namedToGo(people, change)
    await markSeatsToRelease(tx, businessId, named)
    if ((live.nextSeats ?? live.seats) === change.seats) return null
    // Of two changes in one millisecond the second is later all the same.
    const at = Math.max(context.now().getTime(), billing.seatsChangedAt.getTime() + 1)
    await repository.save(tx, businessId, { seatsChangedAt: new Date(at) })
    const { plan, cycle, currency } = live
    return {
      kind: 'SEATS',
      subscriptionId: live.id,
      wish: {
        ...{ plan, cycle, currency, seats: change.seats },
        prorationDate: change.prorationDate ?? null,
        removeUserIds: named,
        removeUserIdsBefore: people.flatMap((one) => (one.givesUpSeat ? [one.accountId] : [])),
        seatsChangedBefore: billing.seatsChangedAt.toISOString(),
      },
    }
  })
}

export async function previewSeats(
  context: Context,
  actor: AccountActor,
  businessId: string,
  seats: number,
): Promise<BillingPreview> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  const { billing, live: current } = await readBilling(context, businessId)
  const live = await check(context, context.db, billing, current, seats)
  const customer = customerOf(context, billing)
  if (!customer) throw new Refusal('billing.no_subscription')
  const { plan, cycle, currency, id } = live
  const preview = await atProvider(context, () =>
    customer.provider.preview({
      ...{ plan, cycle, currency, seats, customerId: customer.customerId, subscriptionId: id },
    }),
  )
  return presentPreview(preview, { isFewer: seats < live.seats, discount: null })
}

async function check(
  context: Context,
  db: Reader,
  billing: BusinessBilling,
  live: Subscription | null,
  seats: number,
): Promise<Subscription> {
  const { paymentMethod } = billingStateOf(billing, live, context.now())
  if (paymentMethod === 'MANUAL') throw new Refusal('billing.manual')
  if (!live || paymentMethod === 'BLOCKED') throw new Refusal('billing.no_subscription')
  const plan = await findPlan(db, live.plan)
  if (!plan || seats < plan.min_seats || (plan.max_seats !== null && seats > plan.max_seats))
    throw new Refusal('billing.seats_out_of_range')
  return live
}

/** Who gives up their seat first. If that leaves more people than seats, those who joined last follow once the period ends. */
function namedToGo(people: readonly Member[], { removeUserIds = [] }: SeatsChange): string[] {
  const unknown = removeUserIds.some((id) => !people.some(({ accountId }) => accountId === id))
  if (unknown) throw wrongField('removeUserIds', 'unknown', 'Not a member of this business')
  return [...new Set(removeUserIds)]
}
