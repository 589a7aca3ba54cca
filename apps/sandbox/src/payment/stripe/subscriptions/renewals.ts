import type { TimedParty } from '../../clock.ts'
import type { Account } from '../account.ts'
import type { Invoice, InvoiceLine, Subscription } from '../billing-resources.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { collect, dueAttempts, retryPayments } from './dunning.ts'
import { addInvoice, finalizeInvoice, subscriptionOf } from '../invoices/finalize-invoice.ts'
import { linkDebits, periodLine, usageLine } from '../invoices/invoice-lines.ts'
import { makeInvoice, total } from '../invoices/make-invoice.ts'
import { usageOf } from '../catalog/meters.ts'
import type { Customer } from '../resources.ts'
import { isMetered, periodAt, setPeriod } from './subscription-items.ts'
import { dropFormerUpdate } from './update-subscription.ts'

const hour = 3600
/** How long the first payment is waited for. */
const firstPayment = 23 * hour
const trialNotice = 3 * 24 * hour

/** What happens as time passes: renewals, ends of trials, cancellations, invoices that become final, and retries. */
export function createRenewals(account: Account, afterRun: () => Promise<void>): TimedParty {
  const dueTimes = () => [
    ...account.tables.subscriptions.all().flatMap(dueAt),
    ...drafts(account).map((invoice) => invoice.automatically_finalizes_at ?? Infinity),
    ...dueAttempts(account),
  ]
  return {
    nextDue: () => {
      const next = Math.min(...dueTimes())
      return next === Infinity ? undefined : next * 1000
    },
    runDue: async () => {
      for (const invoice of drafts(account))
        if ((invoice.automatically_finalizes_at ?? Infinity) <= account.now()) advance(account, invoice)
      for (const subscription of account.tables.subscriptions.all())
        if (Math.min(...dueAt(subscription), Infinity) <= account.now()) step(account, subscription)
      retryPayments(account)
      await afterRun()
    },
  }
}

const drafts = (account: Account): Invoice[] =>
  account.tables.invoices
    .all()
    .filter((one) => one.status === 'draft' && one.automatically_finalizes_at !== null)

function dueAt(subscription: Subscription): number[] {
  const { status, hidden, cancel_at: cancelAt, trial_end: trialEnd, pending_update: pending } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') return []
  if (status === 'incomplete') return [subscription.created + firstPayment]
  const notice =
    status === 'trialing' && !hidden.isTrialEndTold && trialEnd !== null ? [trialEnd - trialNotice] : []
  const ends = hidden.items.map((item) => item.current_period_end)
  return [...notice, ...ends, cancelAt ?? Infinity, pending?.expires_at ?? Infinity]
}

function step(account: Account, subscription: Subscription): void {
  const now = account.now()
  const { status, trial_end: trialEnd, cancel_at: cancelAt, pending_update: pending, hidden } = subscription
  if (status === 'incomplete') return cancelSubscription(account, subscription, { reason: 'payment_failed' })
  if (pending && pending.expires_at <= now) dropFormerUpdate(account, subscription)
  if (status === 'trialing' && !hidden.isTrialEndTold && trialEnd !== null && trialEnd - trialNotice <= now) {
    hidden.isTrialEndTold = true
    account.record('customer.subscription.trial_will_end', subscription)
  }
  if (cancelAt !== null && cancelAt <= now) {
    cancelSubscription(account, subscription, { invoiceNow: true, at: cancelAt })
    return
  }
  if (hidden.items.some((item) => item.current_period_end <= now)) renew(account, subscription)
}

/** One or more of its items begin a new period: an invoice is drafted, which becomes final an hour later. */
function renew(account: Account, subscription: Subscription): void {
  const customer = account.tables.customers.need(subscription.customer)
  const { hidden } = subscription
  const at = Math.min(...hidden.items.map((item) => item.current_period_end))
  const ending = hidden.items.filter((item) => item.current_period_end === at)
  const start = Math.min(...ending.map((item) => item.current_period_start))
  const lines: InvoiceLine[] = [...hidden.pendingLines]
  account.update('customer.subscription.updated', subscription, () => {
    if (subscription.status === 'trialing') subscription.status = 'active'
    hidden.pendingLines = []
    for (const item of ending) {
      const until = item.hidden.invoicedUntil
      setPeriod(item, periodAt(subscription.billing_cycle_anchor, item.price, at))
      if (isMetered(item.price)) {
        lines.push(...usageLine(account, item, customer, until, at, true))
        item.hidden.invoicedUntil = at
      } else lines.push(periodLine(account, item, item.current_period_start, item.current_period_end))
    }
  })
  const discounts = subscription.discounts.flatMap((id) => account.tables.discounts.get(id) ?? [])
  const invoice = makeInvoice(account, {
    customer,
    subscription,
    currency: subscription.currency,
    lines,
    discounts,
    reason: 'subscription_cycle',
    period: { start, end: at },
  })
  linkDebits(hidden.items, invoice)
  invoice.automatically_finalizes_at = subscription.status === 'unpaid' ? null : at + hour
  addInvoice(account, invoice, discounts)
}

/** What was used in the period and told of while the invoice was a draft. */
function countLateUsage(account: Account, line: InvoiceLine, customer: Customer): void {
  const price = account.tables.prices.need(line.pricing.price_details.price)
  const { start, end } = line.period
  if (!isMetered(price) || !price.recurring?.meter) return
  line.quantity = usageOf(account, price.recurring.meter, customer, start, end)
  line.amount = Math.round(price.unit_amount * line.quantity)
  line.subtotal = line.amount
}

function advance(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.need(invoice.customer ?? '')
  invoice.starting_balance = customer.balance
  for (const line of invoice.hidden.lines) countLateUsage(account, line, customer)
  total(
    account,
    invoice,
    invoice.discounts.flatMap((id) => account.tables.discounts.get(id) ?? []),
  )
  finalizeInvoice(account, invoice)
  if (subscriptionOf(account, invoice)) collect(account, invoice)
}
