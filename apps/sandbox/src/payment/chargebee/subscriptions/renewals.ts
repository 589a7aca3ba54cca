import type { TimedParty } from '../../clock.ts'
import { dueDunning, retryDunning, startDunning } from './dunning.ts'
import type { Subscription } from '../billing-resources.ts'
import { cancelNow, dropScheduledChanges } from './cancel-subscription.ts'
import { draftInvoice } from '../invoices/invoice-draft.ts'
import { issueInvoice, keepCharges } from '../invoices/issue-invoice.ts'
import { collect } from '../invoices/settle-invoice.ts'
import type { Site } from '../site.ts'
import { isCollected, termLines } from './start-subscription.ts'
import { periodicAmount, planOf } from './subscription-items.ts'
import { addPeriod, perMonth } from './terms.ts'
import { markInvoiced, usageLines } from '../catalog/usage-charges.ts'

/** What happens as time passes: starts, ends of trials, renewals, scheduled changes, cancellations and dunning. */
export function createRenewals(site: Site, afterRun: () => Promise<void>): TimedParty {
  return {
    nextDue: () => {
      const times = [...site.tables.subscriptions.all().map(dueAt), ...dueDunning(site)].flatMap(
        (time) => time ?? [],
      )
      return times.length > 0 ? Math.min(...times) * 1000 : undefined
    },
    runDue: async () => {
      site.as('scheduled_job', () => {
        for (const subscription of site.tables.subscriptions.all())
          if ((dueAt(subscription) ?? Infinity) <= site.now()) step(site, subscription)
        retryDunning(site)
      })
      await afterRun()
    },
  }
}

function dueAt(subscription: Subscription): number | undefined {
  const { status, hidden, cancelled_at: cancelledAt, next_billing_at: billing } = subscription
  if (status === 'cancelled' || status === 'paused') return undefined
  const times = [cancelledAt, billing, hidden.scheduled?.at].flatMap((time) => time ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

function step(site: Site, subscription: Subscription): void {
  const now = site.now()
  const { status, cancelled_at: cancelledAt, next_billing_at: billing } = subscription
  if (cancelledAt !== undefined && cancelledAt <= now) {
    cancelNow(site, subscription)
    return
  }
  const { scheduled } = subscription.hidden
  if (scheduled && scheduled.at <= now) {
    applyScheduled(site, subscription)
  }
  if (billing === undefined || billing > now) return
  if (status === 'future') return start(site, subscription)
  renew(site, subscription, status === 'in_trial' ? 'subscription_activated' : 'subscription_renewed')
}

function applyScheduled(site: Site, subscription: Subscription): void {
  const { scheduled } = subscription.hidden
  if (!scheduled) return
  const plan = planOf(site, scheduled.items)
  Object.assign(subscription, {
    subscription_items: scheduled.items,
    billing_period: plan.period ?? 1,
    billing_period_unit: plan.period_unit ?? 'month',
  })
  if (scheduled.coupons.length > 0) subscription.coupons = scheduled.coupons
  dropScheduledChanges(subscription)
  site.touch(subscription)
  const customer = site.tables.customers.get(subscription.customer_id)
  site.record('subscription_changed', { subscription, customer })
}

function start(site: Site, subscription: Subscription): void {
  const { trial_end: trialEnd, start_date: from = site.now() } = subscription
  const customer = site.tables.customers.need(subscription.customer_id)
  subscription.started_at = from
  if (trialEnd !== undefined && trialEnd > from) {
    Object.assign(subscription, { status: 'in_trial', next_billing_at: trialEnd })
    site.touch(subscription)
    site.record('subscription_started', { subscription, customer })
    return
  }
  site.record('subscription_started', { subscription, customer })
  renew(site, subscription, 'subscription_activated')
}

/** A term ends, or the trial: what was used is invoiced with the next term. */
function renew(site: Site, subscription: Subscription, event: string): void {
  const customer = site.tables.customers.need(subscription.customer_id)
  const isFirst = event === 'subscription_activated'
  const hasCard = customer.primary_payment_source_id !== undefined
  if (isFirst && isCollected(subscription, customer) && !hasCard) {
    cancelNow(site, subscription, { reason: 'no_card' })
    return
  }
  const from = subscription.next_billing_at ?? site.now()
  const { billing_period: period, billing_period_unit: unit, hidden } = subscription
  const to = addPeriod(from, period, unit, hidden.day)
  const owner = { customerId: customer.id, subscriptionId: subscription.id }
  const lines = [
    ...termLines(site, subscription.subscription_items, { from, to, ...owner }),
    ...usageLines(site, subscription, from),
    ...hidden.unbilled,
  ]
  const draft = draftInvoice(site, lines, subscription.coupons ?? [], from)
  Object.assign(subscription, {
    status: 'active',
    ...(isFirst && { activated_at: from }),
    current_term_start: from,
    current_term_end: to,
    next_billing_at: to,
    mrr: perMonth(periodicAmount(subscription.subscription_items), period, unit),
  })
  Object.assign(hidden, { charges: [], unbilled: [] })
  site.touch(subscription)
  const invoice = issueInvoice(site, { customer, subscription, draft, recurring: true })
  markInvoiced(site, subscription, from, invoice.id)
  keepCharges(
    subscription,
    invoice.id,
    invoice.line_items.filter((line) => line.date_to > from),
  )
  site.record(event, { subscription, customer, invoice })
  if (invoice.amount_due === 0 || !isCollected(subscription, customer)) return
  if (!hasCard || collect(site, invoice).status === 'failure') startDunning(site, invoice)
}
