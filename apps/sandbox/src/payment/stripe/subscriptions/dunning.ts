import type { Account } from '../account.ts'
import type { Invoice, Subscription } from '../billing-resources.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { methodOf } from '../payments/method-of.ts'
import { payInvoice } from '../invoices/pay-invoice.ts'

const day = 86_400

/** The first try of a renewal. What fails is tried again on some days. */
export function collect(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open' || payInvoice(account, invoice) === 'paid') return
  const subscription = owner(account, invoice)
  if (subscription)
    account.update('customer.subscription.updated', subscription, () => (subscription.status = 'past_due'))
  schedule(account, invoice)
}

export function dueAttempts(account: Account): number[] {
  return waiting(account).map((invoice) => invoice.next_payment_attempt ?? Infinity)
}

export function retryPayments(account: Account): void {
  for (const invoice of waiting(account)) {
    if ((invoice.next_payment_attempt ?? Infinity) > account.now()) continue
    invoice.hidden.retries += 1
    if (asksCustomer(account, invoice) || payInvoice(account, invoice) !== 'paid') schedule(account, invoice)
  }
}

/** A bank that wants to ask the customer is not tried again with the same card. */
function asksCustomer(account: Account, invoice: Invoice): boolean {
  const intent = account.tables.paymentIntents.get(invoice.hidden.paymentIntent)
  return intent?.status === 'requires_action' && intent.payment_method === methodOf(account, invoice)?.id
}

/** Each wait counts from the try before it. What happens after the last is a setting of the account. */
function schedule(account: Account, invoice: Invoice): void {
  const days = account.dunning.retryDays[invoice.hidden.retries]
  account.update('invoice.updated', invoice, () => {
    invoice.next_payment_attempt = days === undefined ? null : account.now() + days * day
  })
  const subscription = owner(account, invoice)
  if (days !== undefined || !subscription || subscription.status === 'canceled') return
  const { finalAction } = account.dunning
  if (finalAction === 'cancel') cancelSubscription(account, subscription, { reason: 'payment_failed' })
  if (finalAction === 'unpaid')
    account.update('customer.subscription.updated', subscription, () => (subscription.status = 'unpaid'))
}

const waiting = (account: Account): Invoice[] =>
  account.tables.invoices.all().filter((one) => one.status === 'open' && one.next_payment_attempt !== null)

const owner = (account: Account, invoice: Invoice): Subscription | undefined =>
  account.tables.subscriptions.get(invoice.parent.subscription_details.subscription)
