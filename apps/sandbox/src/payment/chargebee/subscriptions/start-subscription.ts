import type { AppliedCoupon, Line, Subscription, SubscriptionItem } from '../billing-resources.ts'
import { chargeOrThrow } from '../payments/charge-card.ts'
import { redeem } from '../catalog/coupons.ts'
import { draftInvoice, lineOf } from '../invoices/invoice-draft.ts'
import type { Buyer, Draft } from '../invoices/invoice-draft.ts'
import { issueInvoice, keepCharges } from '../invoices/issue-invoice.ts'
import type { Params } from '../params.ts'
import { json } from '../params.ts'
import type { Customer, ItemPrice, PeriodUnit } from '../resources.ts'
import { periodicAmount, planOf, readItems } from './subscription-items.ts'
import type { Site } from '../site.ts'
import { shownAll } from '../site.ts'
import { addPeriod, dayOfMonthAt, perMonth } from './terms.ts'

/** What a request for a new subscription comes to. */
export interface Start {
  plan: ItemPrice
  items: SubscriptionItem[]
  coupons: AppliedCoupon[]
  status: 'future' | 'in_trial' | 'active'
  startDate?: number
  trialEnd?: number
  period: number
  unit: PeriodUnit
}

/** `prefix` is `subscription` where the parameters are `subscription[trial_end]`. */
export function readStart(site: Site, params: Params, prefix?: string): Start {
  const name = (field: string) => (prefix ? `${prefix}[${field}]` : field)
  const now = site.now()
  const items = readItems(site, params)
  const plan = planOf(site, items)
  const startDate = params.int(name('start_date'))
  const from = startDate !== undefined && startDate > now ? startDate : now
  const givenTrialEnd = params.int(name('trial_end'))
  const trial = plan.trial_period
    ? addPeriod(from, plan.trial_period, plan.trial_period_unit ?? 'day')
    : undefined
  const trialEnd = givenTrialEnd === undefined ? trial : givenTrialEnd > from ? givenTrialEnd : undefined
  const ids = params.list('coupon_ids') ?? []
  const priceIds = items.map((item) => item.item_price_id)
  return {
    plan,
    items,
    coupons: ids.map((id) =>
      redeem(site, id, { currency: plan.currency_code, priceIds, from: trialEnd ?? from }),
    ),
    status: from > now ? 'future' : trialEnd ? 'in_trial' : 'active',
    ...(from > now && { startDate: from }),
    trialEnd,
    period: plan.period ?? 1,
    unit: plan.period_unit ?? 'month',
  }
}

/** The lines of a term that is paid in advance. */
export function termLines(
  site: Site,
  items: readonly SubscriptionItem[],
  details: { from: number; to: number; customerId?: string; subscriptionId?: string },
): Line[] {
  return items
    .filter((item) => item.metered_quantity === undefined && item.item_type !== 'charge')
    .map((item) => lineOf(site, item, details))
}

export function draftStart(site: Site, start: Start, from: number, owner: object = {}, buyer?: Buyer): Draft {
  const to = addPeriod(from, start.period, start.unit)
  return draftInvoice(site, termLines(site, start.items, { from, to, ...owner }), start.coupons, from, buyer)
}

export function startSubscription(
  site: Site,
  customer: Customer,
  params: Params,
  options: { prefix?: string; isPresent?: boolean } = {},
): Record<string, unknown> {
  const { prefix, isPresent } = options
  const name = (field: string) => (prefix ? `${prefix}[${field}]` : field)
  const start = readStart(site, params, prefix)
  const id = params.text(name('id')) ?? site.newId()
  const now = site.now()
  const subscription = newSubscription(site, customer, start, id)
  subscription.auto_collection = params.oneOf(name('auto_collection'), ['on', 'off'])
  subscription.trial_end_action = params.text(name('trial_end_action'))
  subscription.meta_data = json(params, name('meta_data'))
  const draft =
    start.status === 'active'
      ? draftStart(site, start, now, { customerId: customer.id, subscriptionId: id })
      : undefined
  const due = Math.max(0, (draft?.total ?? 0) - customer.refundable_credits)
  const paidBy =
    due > 0 && isCollected(subscription, customer)
      ? chargeOrThrow(
          site,
          { customer, amount: due, currency: subscription.currency_code, subscriptionId: id, isPresent },
          'Subscription cannot be created',
        )
      : undefined
  site.tables.subscriptions.add(subscription)
  for (const { coupon_id: couponId } of start.coupons) site.tables.coupons.need(couponId).redemptions += 1
  const invoice = draft && issueInvoice(site, { customer, subscription, draft, recurring: true, paidBy })
  if (invoice) keepCharges(subscription, invoice.id, invoice.line_items)
  site.record('subscription_created', { subscription, customer, invoice })
  if (paidBy && invoice)
    site.record('payment_succeeded', { transaction: paidBy, invoice, customer, subscription })
  return shownAll({ subscription, customer, invoice })
}

export const isCollected = (subscription: Subscription, customer: Customer): boolean =>
  (subscription.auto_collection ?? customer.auto_collection) === 'on'

function newSubscription(site: Site, customer: Customer, start: Start, id: string): Subscription {
  const now = site.now()
  const { status, startDate, trialEnd, period, unit } = start
  const from = startDate ?? now
  const end = addPeriod(now, period, unit)
  return {
    ...site.head('subscription', id),
    customer_id: customer.id,
    currency_code: start.plan.currency_code,
    status,
    billing_period: period,
    billing_period_unit: unit,
    subscription_items: start.items,
    ...(start.coupons.length > 0 && { coupons: start.coupons }),
    ...(status === 'future' && { start_date: startDate, next_billing_at: startDate }),
    ...(status !== 'future' && { started_at: now }),
    ...(trialEnd !== undefined && { trial_start: from, trial_end: trialEnd }),
    ...(status === 'in_trial' && { next_billing_at: trialEnd }),
    ...(status === 'active' && {
      activated_at: now,
      current_term_start: now,
      current_term_end: end,
      next_billing_at: end,
    }),
    has_scheduled_changes: false,
    has_scheduled_advance_invoices: false,
    due_invoices_count: 0,
    mrr: status === 'active' ? perMonth(periodicAmount(start.items), period, unit) : 0,
    deleted: false,
    decommissioned: false,
    hidden: { day: dayOfMonthAt(trialEnd ?? from), charges: [], unbilled: [], hasBeenInvoiced: false },
  }
}
