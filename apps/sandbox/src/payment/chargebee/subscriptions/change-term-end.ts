import { applyChange } from './apply-change.ts'
import type { Change } from './change-subscription.ts'
import type { Subscription } from '../billing-resources.ts'
import { creditOf } from '../invoices/credit-notes.ts'
import type { Credit } from '../invoices/credit-notes.ts'
import { invalidState, wrongValue } from '../errors.ts'
import type { Params } from '../params.ts'
import type { Site } from '../site.ts'
import { shownAll } from '../site.ts'
import { termLines } from './start-subscription.ts'
import { addPeriod } from './terms.ts'

/**
 * An extension is charged by the length of a billing period that starts now, a shortening credited by the length of the
 * running term.
 */
export function changeTermEnd(site: Site, subscription: Subscription, params: Params): object {
  const end = Number(params.required('term_ends_at'))
  const now = site.now()
  if (!(end > now)) throw wrongValue('term_ends_at', 'should be in the future')
  const customer = site.tables.customers.need(subscription.customer_id)
  if (subscription.status === 'in_trial') {
    Object.assign(subscription, { trial_end: end, next_billing_at: end })
    if (subscription.cancelled_at !== undefined) subscription.cancelled_at = end
    site.touch(subscription)
    site.record('subscription_changed', { subscription, customer })
    return shownAll({ subscription, customer })
  }
  const { status, current_term_end: before } = subscription
  if ((status !== 'active' && status !== 'non_renewing') || before === undefined)
    throw invalidState(`The term of a subscription that is ${status} cannot be changed`)
  const isProrated = params.flag('prorate') ?? true
  const change: Change = {
    items: subscription.subscription_items,
    coupons: subscription.coupons ?? [],
    changed: new Set(),
    lines: isProrated && end > before ? extension(site, subscription, before, end) : [],
    credits: isProrated && end < before ? shortening(subscription, before, end) : [],
    isInvoicedNow: params.flag('invoice_immediately') ?? true,
  }
  // The card is charged first: when it is declined, the term stays as it was.
  applyChange(site, subscription, change)
  subscription.current_term_end = end
  subscription.hidden.day = new Date(end * 1000).getUTCDate()
  if (status === 'active') subscription.next_billing_at = end
  else subscription.cancelled_at = end
  for (const charge of subscription.hidden.charges)
    if (charge.date_to === before && end < before) charge.date_to = end
  site.touch(subscription)
  return shownAll({ subscription, customer })
}

function extension(site: Site, subscription: Subscription, before: number, end: number) {
  const now = site.now()
  const period = addPeriod(now, subscription.billing_period, subscription.billing_period_unit) - now
  const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
  return termLines(site, subscription.subscription_items, { from: before, to: end, ...owner }).map(
    (line) => ({
      ...line,
      amount: Math.round((line.amount * (end - before)) / period),
    }),
  )
}

function shortening(subscription: Subscription, before: number, end: number): Credit[] {
  return subscription.hidden.charges.map((charge) => {
    const amount = Math.round((charge.amount * (before - end)) / (charge.date_to - charge.date_from))
    charge.amount -= amount
    return creditOf(charge, amount)
  })
}
