import type { Subscription } from '../billing-resources.ts'
import { creditOf, creditsFor, issueCredits } from '../invoices/credit-notes.ts'
import { draftInvoice } from '../invoices/invoice-draft.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { collect } from '../invoices/settle-invoice.ts'
import { invalidState } from '../errors.ts'
import type { Site } from '../site.ts'
import { shownAll } from '../site.ts'
import { isCollected } from './start-subscription.ts'
import { markInvoiced, usageLines } from '../catalog/usage-charges.ts'

interface Cancellation {
  reason?: Subscription['cancel_reason']
  /** What comes back of the running term. */
  credit?: 'none' | 'prorate' | 'full'
  /** Usage that is not invoiced yet is dropped. */
  dropsUnbilled?: boolean
}

export function cancelNow(site: Site, subscription: Subscription, options: Cancellation = {}): object {
  const customer = site.tables.customers.need(subscription.customer_id)
  const now = site.now()
  const lines = options.dropsUnbilled
    ? []
    : [...usageLines(site, subscription, now), ...subscription.hidden.unbilled]
  const draft = draftInvoice(site, lines, subscription.coupons ?? [], now)
  const invoice =
    draft.total > 0 ? issueInvoice(site, { customer, subscription, draft, recurring: true }) : undefined
  if (invoice) markInvoiced(site, subscription, now, invoice.id)
  if (
    invoice &&
    invoice.amount_due > 0 &&
    isCollected(subscription, customer) &&
    customer.primary_payment_source_id
  )
    collect(site, invoice)
  const charged = new Set(subscription.hidden.charges.map((charge) => charge.entity_id))
  const credits = creditsFor(subscription, charged, now)
  const due =
    options.credit === 'full'
      ? credits.map(({ charge }) => creditOf(charge, charge.amount))
      : options.credit === 'prorate'
        ? credits
        : []
  const creditNotes = issueCredits(site, subscription, due, 'subscription_cancellation')
  Object.assign(subscription, {
    status: 'cancelled',
    cancelled_at: now,
    ...(options.reason && { cancel_reason: options.reason }),
    mrr: 0,
  })
  delete subscription.next_billing_at
  dropScheduledChanges(subscription)
  Object.assign(subscription.hidden, { charges: [], unbilled: [] })
  site.touch(subscription)
  site.record('subscription_cancelled', { subscription, customer, invoice, credit_notes: creditNotes })
  return shownAll({ subscription, customer, invoice, credit_notes: creditNotes })
}

/** At the end of the term, or of the trial. A change that was to happen then does not any longer. */
export function cancelAtTermEnd(site: Site, subscription: Subscription): object {
  const customer = site.tables.customers.need(subscription.customer_id)
  const end = subscription.status === 'in_trial' ? subscription.trial_end : subscription.current_term_end
  if (subscription.status === 'active') subscription.status = 'non_renewing'
  subscription.cancelled_at = end
  subscription.cancel_schedule_created_at = site.now()
  delete subscription.next_billing_at
  dropScheduledChanges(subscription)
  site.touch(subscription)
  site.record('subscription_cancellation_scheduled', { subscription, customer })
  return shownAll({ subscription, customer })
}

export function removeScheduledCancellation(site: Site, subscription: Subscription): object {
  const isScheduled = subscription.status !== 'cancelled' && subscription.cancelled_at !== undefined
  if (!isScheduled)
    throw invalidState(`The subscription ${subscription.id} is not scheduled for cancellation`)
  const customer = site.tables.customers.need(subscription.customer_id)
  if (subscription.status === 'non_renewing') subscription.status = 'active'
  subscription.next_billing_at =
    subscription.status === 'in_trial' ? subscription.trial_end : subscription.current_term_end
  delete subscription.cancelled_at
  delete subscription.cancel_schedule_created_at
  site.touch(subscription)
  site.record('subscription_scheduled_cancellation_removed', { subscription, customer })
  return shownAll({ subscription, customer })
}

export function dropScheduledChanges(subscription: Subscription): void {
  delete subscription.hidden.scheduled
  delete subscription.changes_scheduled_at
  subscription.has_scheduled_changes = false
}
