import type { Invoice } from '../billing-resources.ts'
import { cancelNow } from './cancel-subscription.ts'
import { collect, countDues } from '../invoices/settle-invoice.ts'
import type { Site } from '../site.ts'

const day = 86_400

/** An invoice that was not paid is tried again on some days; what happens after the last is a setting of the site. */
export function startDunning(site: Site, invoice: Invoice): void {
  const [first] = site.dunning.retryDays
  invoice.dunning_status = 'in_progress'
  noteAttempt(site, invoice)
  if (first === undefined) exhaust(site, invoice)
  else invoice.next_retry_at = invoice.date + first * day
  site.touch(invoice)
  site.record('invoice_updated', { invoice })
}

export function dueDunning(site: Site): (number | undefined)[] {
  return open(site).map((invoice) => invoice.next_retry_at)
}

export function retryDunning(site: Site): void {
  for (const invoice of open(site)) {
    if ((invoice.next_retry_at ?? Infinity) > site.now()) continue
    const customer = site.tables.customers.need(invoice.customer_id)
    if (customer.primary_payment_source_id && collect(site, invoice).status === 'success') continue
    noteAttempt(site, invoice)
    const next = site.dunning.retryDays[invoice.dunning_attempts.length - 1]
    if (next === undefined) exhaust(site, invoice)
    else invoice.next_retry_at = invoice.date + next * day
    site.touch(invoice)
    site.record('invoice_updated', { invoice })
  }
}

const open = (site: Site): Invoice[] =>
  site.tables.invoices.all().filter((invoice) => invoice.dunning_status === 'in_progress')

function noteAttempt(site: Site, invoice: Invoice): void {
  invoice.dunning_attempts.push({
    attempt: invoice.dunning_attempts.length,
    dunning_type: 'auto_collect',
    created_at: site.now(),
    txn_status: 'failure',
    txn_amount: invoice.amount_due,
    object: 'dunning_attempt',
  })
}

function exhaust(site: Site, invoice: Invoice): void {
  invoice.status = 'not_paid'
  invoice.dunning_status = 'exhausted'
  delete invoice.next_retry_at
  countDues(site, invoice.subscription_id)
  const subscription = site.tables.subscriptions.get(invoice.subscription_id)
  if (!subscription || subscription.status === 'cancelled' || site.dunning.finalAction === 'keep') return
  cancelNow(site, subscription, { reason: 'not_paid' })
}
