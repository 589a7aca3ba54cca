import type { Account } from '../account.ts'
import type { Invoice, Subscription } from '../billing-resources.ts'
import { applyPendingUpdate } from '../subscriptions/pending-update.ts'
import type { PaymentMethod } from '../resources.ts'

/** The invoice is paid, by this card or because nothing is due. */
export function settle(account: Account, invoice: Invoice, method: PaymentMethod | null): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
  })
  invoice.status_transitions.paid_at = account.now()
  const intent = account.tables.paymentIntents.get(invoice.hidden.paymentIntent)
  if (intent && method) {
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: method.id,
      next_action: null,
      last_payment_error: null,
    })
    account.record('payment_intent.succeeded', intent)
  }
  for (const payment of account.tables.invoicePayments.all())
    if (payment.invoice === invoice.id && payment.status === 'open') {
      Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested })
      payment.status_transitions.paid_at = account.now()
      account.record('invoice_payment.paid', payment)
    }
  account.record('invoice.paid', invoice)
  account.record('invoice.payment_succeeded', invoice)
  const subscription = account.tables.subscriptions.get(invoice.parent.subscription_details.subscription)
  if (subscription) revive(account, subscription, invoice, method)
  countDelinquent(account, invoice.customer)
}

/** What an invoice that is paid changes in its subscription. */
function revive(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  method: PaymentMethod | null,
): void {
  if (subscription.hidden.pendingUpdate?.invoice === invoice.id) applyPendingUpdate(account, subscription)
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const isWaiting = subscription.status === 'incomplete'
  const isOwed = account.tables.invoices
    .all()
    .some((one) => one.status === 'open' && one.parent.subscription_details.subscription === subscription.id)
  if (!isWaiting && !(isLate && !isOwed)) return
  account.update('customer.subscription.updated', subscription, () => {
    const isTrialing = subscription.trial_end !== null && subscription.trial_end > account.now()
    subscription.status = isTrialing ? 'trialing' : 'active'
    const isSaved = subscription.payment_settings.save_default_payment_method === 'on_subscription'
    if (isSaved && method?.customer) subscription.default_payment_method = method.id
  })
}

export function countDelinquent(account: Account, customerId: string | null): void {
  const customer = account.tables.customers.get(customerId)
  if (!customer) return
  const isDelinquent = account.tables.invoices
    .all()
    .some((one) => one.customer === customerId && one.status === 'open' && one.attempt_count > 0)
  account.update('customer.updated', customer, () => (customer.delinquent = isDelinquent))
}
