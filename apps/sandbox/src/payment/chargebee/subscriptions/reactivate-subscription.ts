import type { Subscription } from '../billing-resources.ts'
import { chargeOrThrow } from '../payments/charge-card.ts'
import { invalidState } from '../errors.ts'
import { draftInvoice } from '../invoices/invoice-draft.ts'
import { issueInvoice, keepCharges } from '../invoices/issue-invoice.ts'
import type { Params } from '../params.ts'
import type { Site } from '../site.ts'
import { shownAll } from '../site.ts'
import { isCollected, termLines } from './start-subscription.ts'
import { periodicAmount } from './subscription-items.ts'
import { addPeriod, dayOfMonthAt, perMonth } from './terms.ts'

/** A new term from now on, with the items that it had; or a trial before it. */
export function reactivate(site: Site, subscription: Subscription, params: Params): object {
  if (subscription.status !== 'cancelled')
    throw invalidState(`The subscription ${subscription.id} is not cancelled`)
  const customer = site.tables.customers.need(subscription.customer_id)
  const now = site.now()
  const days = params.int('trial_period_days')
  const trialEnd = days ? addPeriod(now, days, 'day') : params.int('trial_end')
  if (trialEnd !== undefined && trialEnd > now) {
    clearCancellation(subscription)
    Object.assign(subscription, { status: 'in_trial', trial_start: now, trial_end: trialEnd })
    subscription.next_billing_at = trialEnd
    site.touch(subscription)
    site.record('subscription_reactivated', { subscription, customer })
    return shownAll({ subscription, customer })
  }
  const { billing_period: period, billing_period_unit: unit, subscription_items: items } = subscription
  const to = addPeriod(now, period, unit)
  const owner = { customerId: customer.id, subscriptionId: subscription.id }
  const draft = draftInvoice(
    site,
    termLines(site, items, { from: now, to, ...owner }),
    subscription.coupons ?? [],
    now,
  )
  const due = Math.max(0, draft.total - customer.refundable_credits)
  const paidBy =
    due > 0 && isCollected(subscription, customer)
      ? chargeOrThrow(
          site,
          { customer, amount: due, currency: subscription.currency_code, subscriptionId: subscription.id },
          'Subscription cannot be reactivated',
        )
      : undefined
  clearCancellation(subscription)
  Object.assign(subscription, {
    status: 'active',
    activated_at: now,
    current_term_start: now,
    current_term_end: to,
    next_billing_at: to,
    mrr: perMonth(periodicAmount(items), period, unit),
  })
  subscription.hidden.day = dayOfMonthAt(now)
  site.touch(subscription)
  const invoice = issueInvoice(site, { customer, subscription, draft, recurring: true, paidBy })
  keepCharges(subscription, invoice.id, invoice.line_items)
  site.record('subscription_reactivated', { subscription, customer, invoice })
  if (paidBy) site.record('payment_succeeded', { transaction: paidBy, invoice, customer, subscription })
  return shownAll({ subscription, customer, invoice })
}

function clearCancellation(subscription: Subscription): void {
  delete subscription.cancelled_at
  delete subscription.cancel_reason
  delete subscription.cancel_schedule_created_at
}
