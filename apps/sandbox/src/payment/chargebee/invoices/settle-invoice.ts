import type { Invoice, Transaction } from '../billing-resources.ts'
import { chargeCard } from '../payments/charge-card.ts'
import { sum } from './invoice-draft.ts'
import type { Customer } from '../resources.ts'
import type { Site } from '../site.ts'

/** Credit notes are used up in the order in which they were made. */
export function applyCredits(site: Site, customer: Customer, invoice: Invoice): void {
  const notes = site.tables.creditNotes
    .all()
    .filter((one) => one.customer_id === customer.id && one.currency_code === invoice.currency_code)
  for (const note of notes) {
    const amount = Math.min(note.amount_available, invoice.amount_due)
    if (note.type !== 'refundable' || amount <= 0) continue
    note.amount_available -= amount
    note.amount_allocated += amount
    customer.refundable_credits -= amount
    invoice.credits_applied += amount
    invoice.amount_due -= amount
    invoice.amount_to_collect = invoice.amount_due
    invoice.applied_credits.push({
      cn_id: note.id,
      applied_amount: amount,
      applied_at: site.now(),
      cn_status: note.status,
      cn_reason_code: note.reason_code,
      cn_date: note.date,
      object: 'applied_credit',
    })
  }
}

/** Charges the card for what is due. */
export function collect(
  site: Site,
  invoice: Invoice,
  options: { isPresent?: boolean; paymentSourceId?: string; amount?: number } = {},
): Transaction {
  const customer = site.tables.customers.need(invoice.customer_id)
  const transaction = chargeCard(site, {
    ...options,
    customer,
    amount: options.amount ?? invoice.amount_due,
    currency: invoice.currency_code,
    subscriptionId: invoice.subscription_id,
  })
  settle(site, invoice, transaction)
  settleIfNothingDue(site, invoice)
  const subscription = site.tables.subscriptions.get(invoice.subscription_id)
  const type = transaction.status === 'success' ? 'payment_succeeded' : 'payment_failed'
  site.record(type, { transaction, invoice, customer, subscription })
  return transaction
}

export function settle(site: Site, invoice: Invoice, transaction: Transaction): void {
  const isPaid = transaction.status === 'success'
  const applied = isPaid ? Math.min(transaction.amount, invoice.amount_due) : 0
  invoice.linked_payments.push({
    txn_id: transaction.id,
    applied_amount: applied,
    applied_at: site.now(),
    txn_status: transaction.status,
    txn_date: transaction.date,
    txn_amount: transaction.amount,
    object: 'linked_payment',
  })
  transaction.linked_invoices.push({
    invoice_id: invoice.id,
    applied_amount: applied,
    applied_at: site.now(),
    invoice_date: invoice.date,
    invoice_total: invoice.total,
    object: 'linked_invoice',
  })
  invoice.amount_paid += applied
  invoice.amount_due -= applied
  invoice.amount_to_collect = invoice.amount_due
  site.touch(invoice)
}

export function settleIfNothingDue(site: Site, invoice: Invoice): void {
  if (invoice.amount_due === 0 && invoice.status !== 'voided') {
    invoice.status = 'paid'
    invoice.paid_at = site.now()
    if (invoice.dunning_status === 'in_progress') invoice.dunning_status = 'success'
    delete invoice.next_retry_at
  }
  countDues(site, invoice.subscription_id)
  site.touch(invoice)
}

/** What the subscription says of its unpaid invoices. */
export function countDues(site: Site, subscriptionId: string | undefined): void {
  const subscription = site.tables.subscriptions.get(subscriptionId)
  if (!subscription) return
  const due = site.tables.invoices
    .all()
    .filter((one) => one.subscription_id === subscription.id && one.amount_due > 0)
    .filter(({ status }) => status === 'payment_due' || status === 'not_paid')
  subscription.due_invoices_count = due.length
  if (due.length > 0) {
    subscription.due_since = Math.min(...due.map((one) => one.date))
    subscription.total_dues = sum(due, (one) => one.amount_due)
  } else {
    delete subscription.due_since
    delete subscription.total_dues
  }
}
