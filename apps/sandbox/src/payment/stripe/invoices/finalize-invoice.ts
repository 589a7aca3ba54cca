import type { Account } from '../account.ts'
import { invoicePath, invoicePdfPath } from '../../stripe-pages/addresses.ts'
import type { Discount, Invoice, Subscription } from '../billing-resources.ts'
import { withBalance } from './make-invoice.ts'
import { newToken } from '../payments/next-action.ts'
import { settle } from './settle-invoice.ts'
import { methodOf } from '../payments/method-of.ts'
import { shown } from '../shown.ts'

/** Keeps a draft. */
export function addInvoice(account: Account, invoice: Invoice, discounts: readonly Discount[] = []): Invoice {
  account.tables.invoices.add(invoice)
  const subscription = subscriptionOf(account, invoice)
  if (subscription) {
    subscription.latest_invoice = invoice.id
    useUpOnce(account, subscription, invoice, discounts)
  }
  account.record('invoice.created', invoice)
  return invoice
}

export const subscriptionOf = (account: Account, invoice: Invoice): Subscription | undefined =>
  account.tables.subscriptions.get(invoice.parent.subscription_details.subscription)

/** A coupon for one invoice is over with the first that it takes something off. */
export function isOver(account: Account, invoice: Invoice, { id, source, end }: Discount): boolean {
  const isOnce = account.tables.coupons.get(source.coupon)?.duration === 'once'
  return isOnce ? invoice.discounts.includes(id) : end !== null && end <= account.now()
}

function useUpOnce(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  discounts: readonly Discount[],
): void {
  const over = discounts.filter((discount) => isOver(account, invoice, discount))
  subscription.discounts = subscription.discounts.filter((id) => !over.some((one) => one.id === id))
  for (const discount of over) account.record('customer.discount.deleted', discount)
}

/** It becomes binding: it gets a number, the customer's balance counts, and a payment is prepared. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.need(invoice.customer ?? '')
  const balance = withBalance(invoice.total, customer.balance)
  invoice.starting_balance = customer.balance
  invoice.ending_balance = balance.balance
  invoice.amount_due = balance.due
  invoice.amount_remaining = balance.due
  if (customer.balance !== balance.balance)
    account.update('customer.updated', customer, () => (customer.balance = balance.balance))
  customer.currency ??= invoice.currency
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence += 1
  const { token } = invoice.hidden
  Object.assign(invoice, {
    status: 'open',
    effective_at: account.now(),
    automatically_finalizes_at: null,
    hosted_invoice_url: account.url + invoicePath(token),
    invoice_pdf: account.url + invoicePdfPath(token),
  })
  invoice.status_transitions.finalized_at = account.now()
  if (invoice.amount_due > 0) preparePayment(account, invoice)
  account.record('invoice.finalized', invoice)
  if (invoice.amount_due === 0) settle(account, invoice, null)
}

function preparePayment(account: Account, invoice: Invoice): void {
  const id = account.newId('pi')
  const method = methodOf(account, invoice)
  const intent = account.tables.paymentIntents.add({
    ...account.head('payment_intent', id),
    client_secret: `${id}_secret_${newToken()}`,
    customer: invoice.customer ?? '',
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    amount: invoice.amount_due,
    amount_received: 0,
    currency: invoice.currency,
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    canceled_at: null,
    cancellation_reason: null,
    next_action: null,
    last_payment_error: null,
    hidden: { invoice: invoice.id, returnUrl: null, token: newToken() },
  })
  invoice.hidden.paymentIntent = id
  account.tables.invoicePayments.add({
    id: account.newId('inpay'),
    object: 'invoice_payment',
    created: account.now(),
    livemode: false,
    amount_paid: null,
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  account.record('payment_intent.created', intent)
}

export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return
  Object.assign(invoice, {
    status: 'void',
    amount_remaining: 0,
    next_payment_attempt: null,
    auto_advance: false,
  })
  invoice.status_transitions.voided_at = account.now()
  giveBackBalance(account, invoice)
  const intent = account.tables.paymentIntents.get(invoice.hidden.paymentIntent)
  if (intent) {
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: account.now(),
      cancellation_reason: 'void_invoice',
      next_action: null,
    })
    account.record('payment_intent.canceled', shown(intent))
  }
  for (const payment of account.tables.invoicePayments.all())
    if (payment.invoice === invoice.id && payment.status === 'open') {
      payment.status = 'canceled'
      payment.status_transitions.canceled_at = account.now()
    }
  account.record('invoice.voided', invoice)
}

function giveBackBalance(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.need(invoice.customer ?? '')
  const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  if (used !== 0) account.update('customer.updated', customer, () => (customer.balance += used))
}
