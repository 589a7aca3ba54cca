import type { AppliedCoupon, Line, Subscription, SubscriptionItem } from '../billing-resources.ts'
import { redeem } from '../catalog/coupons.ts'
import { creditsFor } from '../invoices/credit-notes.ts'
import type { Credit } from '../invoices/credit-notes.ts'
import { invalidState } from '../errors.ts'
import { lineOf } from '../invoices/invoice-draft.ts'
import type { Params } from '../params.ts'
import type { PeriodUnit } from '../resources.ts'
import type { Site } from '../site.ts'
import { termLines } from './start-subscription.ts'
import { changedPrices, mergeItems, periodicAmount, planOf, readItems } from './subscription-items.ts'
import { addPeriod, prorate } from './terms.ts'

/** What a request to change a subscription comes to. */
export interface Change {
  items: SubscriptionItem[]
  coupons: AppliedCoupon[]
  /** Prices of which something changes. */
  changed: Set<string>
  /** When it happens, if not now. */
  at?: number
  term?: { from: number; to: number; period: number; unit: PeriodUnit }
  lines: Line[]
  credits: Credit[]
  isInvoicedNow: boolean
  trialEnd?: number
}

export function readChange(site: Site, subscription: Subscription, params: Params, prefix?: string): Change {
  if (subscription.status === 'cancelled')
    throw invalidState(`The subscription ${subscription.id} is cancelled and cannot be changed`)
  const now = site.now()
  const given = readItems(site, params)
  const items = mergeItems(subscription.subscription_items, given, params.flag('replace_items_list') ?? false)
  const plan = planOf(site, items)
  const coupons = readCoupons(site, subscription, params, items)
  const changed = changedPrices(subscription.subscription_items, items)
  const base = { items, coupons, changed, lines: [], credits: [], isInvoicedNow: false }
  const at = readTime(subscription, params)
  if (at !== undefined) return { ...base, at }
  const trialEnd = params.int(prefix ? `${prefix}[trial_end]` : 'trial_end')
  if (subscription.status === 'in_trial' || subscription.status === 'future') return { ...base, trialEnd }
  const [period, unit] = [plan.period ?? 1, plan.period_unit ?? ('month' as const)]
  const isOtherPeriod = period !== subscription.billing_period || unit !== subscription.billing_period_unit
  const isInvoicedNow = params.flag('invoice_immediately') ?? true
  const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
  if (isOtherPeriod || params.flag('force_term_reset')) {
    const to = addPeriod(now, period, unit)
    const all = new Set(subscription.hidden.charges.map((charge) => charge.entity_id))
    return {
      ...base,
      changed: all,
      term: { from: now, to, period, unit },
      lines: termLines(site, items, { from: now, to, ...owner }),
      credits: params.flag('prorate') === false ? [] : creditsFor(subscription, all, now),
      isInvoicedNow,
    }
  }
  const lines =
    params.flag('prorate') === false
      ? unproratedLines(site, subscription, items, changed)
      : proratedLines(site, subscription, items, changed)
  const credits = params.flag('prorate') === false ? [] : creditsFor(subscription, changed, now)
  return { ...base, lines, credits, isInvoicedNow }
}

function readTime(subscription: Subscription, params: Params): number | undefined {
  const option = params.oneOf('change_option', ['immediately', 'end_of_term', 'specific_date'])
  const end = subscription.current_term_end ?? subscription.trial_end
  if (params.flag('end_of_term') || option === 'end_of_term') return end
  return option === 'specific_date' ? params.int('changes_scheduled_at') : undefined
}

function readCoupons(
  site: Site,
  subscription: Subscription,
  params: Params,
  items: SubscriptionItem[],
): AppliedCoupon[] {
  const kept = params.flag('replace_coupon_list') ? [] : (subscription.coupons ?? [])
  const priceIds = items.map((item) => item.item_price_id)
  const added = (params.list('coupon_ids') ?? [])
    .filter((id) => !kept.some((one) => one.coupon_id === id))
    .map((id) => redeem(site, id, { currency: subscription.currency_code, priceIds, from: site.now() }))
  return [...kept, ...added]
}

/** The changed items, for the rest of the term. */
function proratedLines(
  site: Site,
  subscription: Subscription,
  items: SubscriptionItem[],
  changed: Set<string>,
): Line[] {
  const now = site.now()
  const { current_term_start: from = now, current_term_end: to = now } = subscription
  const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
  return termLines(
    site,
    items.filter((item) => changed.has(item.item_price_id)),
    { from: now, to, ...owner },
  ).map((line) => ({ ...line, amount: prorate(line.amount, from, to, now) }))
}

/** Without proration an upgrade is charged in full and a downgrade gives nothing back. */
function unproratedLines(
  site: Site,
  subscription: Subscription,
  items: SubscriptionItem[],
  changed: Set<string>,
): Line[] {
  const before = subscription.subscription_items
  if (periodicAmount(items) <= periodicAmount(before)) return []
  const now = site.now()
  const to = subscription.current_term_end ?? now
  const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
  return items
    .filter((item) => changed.has(item.item_price_id) && item.metered_quantity === undefined)
    .flatMap((item) => {
      const old = before.find((one) => one.item_price_id === item.item_price_id)
      const more = (item.quantity ?? 1) - (old?.quantity ?? 0)
      return more > 0 ? [lineOf(site, item, { from: now, to, quantity: more, ...owner })] : []
    })
}
