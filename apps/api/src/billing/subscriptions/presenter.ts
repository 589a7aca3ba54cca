import type { Billing, PlanType, PricePlan, StripeState } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '#api/business/businesses/business.ts'
import type { Context } from '#api/providers/context.ts'
import { billingStateOf, hasPaymentIssue, isLive } from '#api/billing/plans/billing-state.ts'
import { countSeated } from './orders/upgrade-business.ts'
import { trialDays } from './trials/trial-repository.ts'
import { findPlan } from './plan-repository.ts'
import { type ReadBilling, readBilling } from './read-billing.ts'
import { fullAddress } from './customers/update-billing.ts'
import type { BillingOfBusiness, BillingView } from '#api/business/businesses/billing-steps.ts'

const nothing: BillingOfBusiness = { billing: null, pricePlan: null, stripe: null }

/** What the people of a business are told of its plan, and its admins of how it pays. From our rows alone. */
export async function presentBilling(
  context: Pick<Context, 'db' | 'now' | 'payment'>,
  business: Business,
  role: 'admin' | 'member',
): Promise<BillingOfBusiness> {
  if (!context.payment.forNew) return nothing
  const read = await readBilling(context, business.id)
  const pricePlan = await presentPlan(context, business, read)
  if (role !== 'admin') return { ...nothing, pricePlan }
  const seats = business.seats ?? (await countSeated(context.db, business.id))
  return { billing: present(read, seats, context.now()), pricePlan, stripe: stripeOf(business.id, read) }
}

/** The same as a step of business, which knows no billing. */
export function billingView(context: Pick<Context, 'db' | 'now' | 'payment'>): BillingView {
  return { presentBilling: (business, role) => presentBilling(context, business, role) }
}

function present({ billing, live, newest }: ReadBilling, seats: number, now: Date): Billing {
  const { paymentMethod } = billingStateOf(billing, live, now)
  // An old subscription, or one that is being bought, says nothing of a trial that runs.
  const isApart = paymentMethod === 'MANUAL' || paymentMethod === 'TRIALING'
  const issueStatus = isApart ? null : (newest?.status ?? null)
  return {
    ...fullAddress(billing.address),
    currency: billing.currency,
    paymentMethod,
    stripeSubscriptionStatus: newest?.status ?? null,
    paymentIssue: hasPaymentIssue(issueStatus, paymentMethod === 'BLOCKED'),
    seats: live?.seats ?? seats,
    nextSeats: live?.nextSeats ?? null,
    seatPrice: live?.seatPrice ?? null,
    timestamp: billing.seatsChangedAt.toISOString(),
    cycle: live?.cycle ?? null,
    trialEndsAt: (billing.trialCancelledAt ?? billing.trialEndsAt).toISOString(),
    periodEndsAt: live?.periodEnd.toISOString() ?? null,
  }
}

async function presentPlan(
  context: Pick<Context, 'db' | 'now'>,
  business: Business,
  read: ReadBilling,
): Promise<PricePlan> {
  const { billing, live, newest } = read
  const now = context.now()
  const state = billingStateOf(billing, live, now)
  const name = state.plan ?? newest?.plan ?? billing.trialPlan
  const plan = await findPlan(context.db, name)
  if (!plan) throw new Error(`there is no plan ${name}`)
  const cancelAt = live?.cancelAt ?? null
  return {
    name,
    limits: plan.limits,
    licenses: { idents: business.settings.identifications },
    current: { base: currentPeriod(read, state.paymentMethod) },
    next: {
      base: cancelAt && { type: 'CANCELED', startAt: cancelAt.toISOString(), endAt: null },
    },
    discounts: [...(newest?.discounts ?? [])],
    fairFlatMigration: billing.fairFlatOfferedAt !== null && billing.fairFlatAnsweredAt === null,
  }
}

function currentPeriod(
  { billing, live, newest }: ReadBilling,
  paymentMethod: Billing['paymentMethod'],
): PricePlan['current']['base'] {
  const { manual, trialCancelledAt, trialEndsAt } = billing
  if (paymentMethod === 'MANUAL' && manual)
    return {
      type: typeOf(manual.plan),
      startAt: billing.seatsChangedAt.toISOString(),
      endAt: manual.until?.toISOString() ?? null,
    }
  // A plan by invoice that is over.
  if (paymentMethod === 'NEEDS_PAYMENT_METHOD' && billing.provider === 'MANUAL' && manual?.until)
    return { type: 'CANCELED', startAt: manual.until.toISOString(), endAt: null }
  if (live)
    return {
      type: typeOf(live.plan),
      startAt: live.startedAt.toISOString(),
      endAt: live.cancelAt?.toISOString() ?? null,
    }
  const wasBought =
    paymentMethod !== 'TRIALING' &&
    newest &&
    !isLive(newest.status) &&
    !newest.status.startsWith('incomplete')
  if (wasBought)
    return { type: 'CANCELED', startAt: (newest.endedAt ?? newest.periodEnd).toISOString(), endAt: null }
  return {
    type: 'TRIAL',
    startAt: new Date(trialEndsAt.getTime() - trialDays * 86_400_000).toISOString(),
    endAt: (trialCancelledAt ?? trialEndsAt).toISOString(),
  }
}

const typeOf = (plan: string) => plan.toUpperCase() as PlanType

function stripeOf(businessId: string, { billing, newest }: ReadBilling): StripeState | null {
  if (billing.provider !== 'STRIPE') return null
  return {
    customerPortalURL: billing.customerId && `/v2/businesses/${businessId}/stripe/cpsession`,
    subscriptionErrorCode: billing.errorCode,
    subscriptionStatus: newest?.status ?? null,
  }
}
