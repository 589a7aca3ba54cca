import { appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import { find as findBusiness, lockForNoKeyUpdate, setSeats } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'
import type { CustomerState, PaymentProviderName, SubscriptionState } from '#api/providers/payment/port.ts'
import { type BillingChange, changesBetween } from './billing-changes.ts'
import type { BusinessBilling, Subscription } from '../billing.ts'
import { chooseLive, toSubscription } from './convergence.ts'
import { listReferred } from '../orders/order-repository.ts'
import { clearProblem, noteProblem } from './problem-repository.ts'
import * as repository from '../repository.ts'
import type { SyncContext } from './sync-context.ts'
import { notifyOfBilling } from '../notifications/notify-of-billing.ts'

export interface SyncedState {
  readonly provider: PaymentProviderName
  readonly state: CustomerState
}

/**
 * Writes what the provider has, all in one transaction: the only place where subscriptions and the seats that are paid for
 * are written. The caller has locked the business's billing.
 */
export async function writeState(
  context: SyncContext,
  tx: Transaction,
  billing: BusinessBilling,
  { provider, state }: SyncedState,
): Promise<{ readonly live: Subscription | null }> {
  const { businessId } = billing
  const now = context.now()
  const before = await repository.findLive(tx, businessId)
  const { live: chosen, others } = chooseLive(state, before)
  const known = await writeSubscriptions(tx, { businessId, provider, chosen, all: state.subscriptions })
  const live = known.find((one) => one.live) ?? null
  const trialEnd = live && live.startedAt < now ? live.startedAt : now
  await noteTwice(tx, businessId, live, others, now)
  await repository.save(tx, businessId, {
    ...(live ? { currency: live.currency, provider } : {}),
    // Buying ends the trial, even if what was bought ends before the trial would have. The provider's clock may be ahead.
    ...(live && trialEnd < billing.trialEndsAt ? { trialEndsAt: trialEnd } : {}),
    errorCode: chosen?.errorCode ?? newest(state)?.errorCode ?? null,
    syncedAt: now,
    nextSyncAt: nextSync(businessId, now),
  })
  const ended = known.find(({ id }) => id === before?.id) ?? null
  const changes = changesBetween(before, live, ended)
  if (await findBusiness(tx, businessId)) await apply(context, tx, businessId, live, changes)
  return { live }
}

const newest = ({ subscriptions }: CustomerState) =>
  subscriptions.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0]

async function writeSubscriptions(
  tx: Transaction,
  found: {
    readonly businessId: string
    readonly provider: PaymentProviderName
    readonly chosen: SubscriptionState | null
    readonly all: readonly SubscriptionState[]
  },
): Promise<Subscription[]> {
  const { businessId, provider, chosen, all } = found
  const referred = await listReferred(
    tx,
    all.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  )
  const subscriptions = all.map((one) =>
    toSubscription(one, {
      provider,
      businessId,
      live: one === chosen,
      isReferred: one.orderId !== null && referred.has(one.orderId),
    }),
  )
  // The live one last: two are never live, not even in between.
  const inOrder = subscriptions.toSorted((a, b) => Number(a.live) - Number(b.live))
  for (const one of inOrder) await repository.saveSubscription(tx, one)
  await repository.endMissing(
    tx,
    businessId,
    provider,
    subscriptions.map(({ id }) => id),
  )
  return subscriptions
}

async function noteTwice(
  tx: Transaction,
  businessId: string,
  live: Subscription | null,
  others: readonly SubscriptionState[],
  at: Date,
): Promise<void> {
  const kind = 'two_live_subscriptions'
  if (others.length === 0) return clearProblem(tx, businessId, kind)
  await noteProblem(tx, businessId, {
    kind,
    details: { live: live?.id, others: others.map(({ id }) => id) },
    at,
  })
}

/** The business's own row is locked here, after its billing and after the provider has answered. */
async function apply(
  context: SyncContext,
  tx: Transaction,
  businessId: string,
  live: Subscription | null,
  changes: readonly BillingChange[],
): Promise<void> {
  const by = { actor: systemActor, at: context.now() }
  const all = [...changes]
  if (live) {
    const business = await lockForNoKeyUpdate(tx, businessId)
    if (business && business.seats !== live.seats) {
      await setSeats(tx, businessId, live.seats)
      all.push({ type: 'seats_changed', data: { before: business.seats, after: live.seats } })
      await appendBusinessEvents(
        tx,
        businessId,
        all.map((one) => ({ ...by, ...one })),
      )
      await settleSeats(tx, businessId, by)
      return notifyOfBilling(context, tx, businessId, all)
    }
  }
  await appendBusinessEvents(
    tx,
    businessId,
    all.map((one) => ({ ...by, ...one })),
  )
  await notifyOfBilling(context, tx, businessId, all)
}

/** Each business is asked about once an hour at the latest, those of one hour spread over it by their ids. */
function nextSync(businessId: string, now: Date): Date {
  const hour = 3_600_000
  const offset = Number.parseInt(businessId.slice(0, 6), 16) % hour
  const next = Math.floor((now.getTime() - offset) / hour + 1) * hour + offset
  return new Date(Math.max(next, now.getTime() + 60_000))
}
