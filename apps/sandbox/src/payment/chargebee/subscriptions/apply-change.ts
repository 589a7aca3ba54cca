import type { Subscription } from '../billing-resources.ts'
import { chargeOrThrow } from '../payments/charge-card.ts'
import type { Change } from './change-subscription.ts'
import { issueCredits } from '../invoices/credit-notes.ts'
import type { Credit } from '../invoices/credit-notes.ts'
import { draftInvoice, sum } from '../invoices/invoice-draft.ts'
import { issueInvoice, keepCharges } from '../invoices/issue-invoice.ts'
import type { Site } from '../site.ts'
import { shownAll } from '../site.ts'
import { isCollected } from './start-subscription.ts'
import { periodicAmount } from './subscription-items.ts'
import { perMonth } from './terms.ts'

/** Does what was asked, or nothing at all when the card is declined. */
export function applyChange(site: Site, subscription: Subscription, change: Change): object {
  const customer = site.tables.customers.need(subscription.customer_id)
  if (change.at !== undefined) {
    subscription.hidden.scheduled = { at: change.at, items: change.items, coupons: change.coupons }
    subscription.has_scheduled_changes = true
    subscription.changes_scheduled_at = change.at
    site.touch(subscription)
    site.record('subscription_changes_scheduled', { subscription, customer })
    return shownAll({ subscription, customer })
  }
  const draft = draftInvoice(site, change.lines, change.coupons, site.now())
  const available = customer.refundable_credits + refundableOf(site, change.credits)
  const due = change.isInvoicedNow ? Math.max(0, draft.total - available) : 0
  const paidBy =
    due > 0 && isCollected(subscription, customer)
      ? chargeOrThrow(
          site,
          { customer, amount: due, currency: subscription.currency_code, subscriptionId: subscription.id },
          'Subscription cannot be updated',
        )
      : undefined
  for (const { coupon_id: id } of change.coupons)
    if (!subscription.coupons?.some((one) => one.coupon_id === id))
      site.tables.coupons.need(id).redemptions += 1
  setItems(site, subscription, change)
  subscription.hidden.charges = subscription.hidden.charges.filter(
    (charge) => !change.changed.has(charge.entity_id),
  )
  const creditNotes = issueCredits(site, subscription, change.credits, 'subscription_change')
  const invoice =
    change.isInvoicedNow && draft.lines.length > 0
      ? issueInvoice(site, { customer, subscription, draft, recurring: true, paidBy })
      : undefined
  if (!change.isInvoicedNow) subscription.hidden.unbilled.push(...change.lines)
  keepCharges(subscription, invoice?.id ?? '', invoice?.line_items ?? change.lines)
  site.record('subscription_changed', { subscription, customer, invoice, credit_notes: creditNotes })
  if (paidBy && invoice)
    site.record('payment_succeeded', { transaction: paidBy, invoice, customer, subscription })
  return shownAll({
    subscription,
    customer,
    invoice,
    credit_notes: creditNotes.length > 0 ? creditNotes : undefined,
    unbilled_charges: change.isInvoicedNow || change.lines.length === 0 ? undefined : change.lines,
  })
}

function setItems(site: Site, subscription: Subscription, change: Change): void {
  const { items, coupons, term, trialEnd } = change
  subscription.subscription_items = items
  if (coupons.length > 0) subscription.coupons = coupons
  else delete subscription.coupons
  if (term)
    Object.assign(subscription, {
      billing_period: term.period,
      billing_period_unit: term.unit,
      current_term_start: term.from,
      current_term_end: term.to,
      next_billing_at: term.to,
      hidden: { ...subscription.hidden, day: new Date(term.from * 1000).getUTCDate() },
    })
  if (trialEnd !== undefined && subscription.status === 'in_trial')
    Object.assign(subscription, { trial_end: trialEnd, next_billing_at: trialEnd })
  if (subscription.status === 'active')
    subscription.mrr = perMonth(
      periodicAmount(items),
      subscription.billing_period,
      subscription.billing_period_unit,
    )
  site.touch(subscription)
}

/** What is left of the credits when invoices that are not paid yet have been lowered by them. */
export function refundableOf(site: Site, credits: Credit[]): number {
  const byInvoice = Map.groupBy(credits, ({ charge }) => charge.invoice_id)
  return sum([...byInvoice], ([invoiceId, group]) => {
    const due = site.tables.invoices.get(invoiceId)?.amount_due ?? 0
    return Math.max(0, sum(group, (one) => one.amount) - due)
  })
}
