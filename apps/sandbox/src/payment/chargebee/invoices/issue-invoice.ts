import type { Discount, Invoice, Line, Subscription, Transaction } from '../billing-resources.ts'
import type { Draft } from './invoice-draft.ts'
import type { Customer } from '../resources.ts'
import { applyCredits, settle, settleIfNothingDue } from './settle-invoice.ts'
import type { Site } from '../site.ts'

const day = 86_400

interface NewInvoice {
  customer: Customer
  subscription: Subscription
  draft: Draft
  recurring: boolean
  /** What paid it already, for what was only done because the card was accepted. */
  paidBy?: Transaction
}

/** Issues an invoice and takes the customer's credits for it; what is left is due. */
export function issueInvoice(site: Site, given: NewInvoice): Invoice {
  const { customer, subscription, draft } = given
  const now = site.now()
  const number = site.tables.invoices.all().length + 1
  const invoice: Invoice = site.tables.invoices.add({
    ...site.head('invoice', String(number)),
    customer_id: customer.id,
    subscription_id: subscription.id,
    recurring: given.recurring,
    status: 'payment_due',
    vat_number: customer.vat_number,
    price_type: 'tax_exclusive',
    date: now,
    due_date: now + customer.net_term_days * day,
    net_term_days: customer.net_term_days,
    currency_code: subscription.currency_code,
    sub_total: draft.subTotal,
    tax: draft.tax,
    total: draft.total,
    amount_paid: 0,
    amount_adjusted: 0,
    credits_applied: 0,
    write_off_amount: 0,
    amount_due: draft.total,
    amount_to_collect: draft.total,
    first_invoice: !subscription.hidden.hasBeenInvoiced,
    term_finalized: true,
    is_gifted: false,
    has_advance_charges: false,
    generated_at: now,
    line_items: draft.lines,
    taxes: draft.taxes,
    discounts: draft.discounts,
    linked_payments: [],
    dunning_attempts: [],
    applied_credits: [],
    adjustment_credit_notes: [],
    issued_credit_notes: [],
    billing_address: customer.billing_address,
    deleted: false,
  })
  subscription.hidden.hasBeenInvoiced = true
  countCoupons(site, subscription, draft.discounts)
  applyCredits(site, customer, invoice)
  if (given.paidBy) settle(site, invoice, given.paidBy)
  settleIfNothingDue(site, invoice)
  site.record('invoice_generated', { invoice })
  return invoice
}

/** A coupon for one invoice goes with the invoice it was applied to. */
function countCoupons(site: Site, subscription: Subscription, discounts: Discount[]): void {
  const used = new Set(discounts.map((one) => one.entity_id))
  const left = (subscription.coupons ?? []).flatMap((one) => {
    if (!used.has(one.coupon_id)) return [one]
    if (site.tables.coupons.get(one.coupon_id)?.duration_type === 'one_time') return []
    return [{ ...one, applied_count: one.applied_count + 1 }]
  })
  if (subscription.coupons) subscription.coupons = left
}

/** What the lines of an invoice charge for the term that is running. */
export function keepCharges(subscription: Subscription, invoiceId: string, lines: Line[]): void {
  for (const line of lines.filter((one) => !one.metered))
    subscription.hidden.charges.push({
      entity_id: line.entity_id,
      amount: line.amount - line.discount_amount,
      date_from: line.date_from,
      date_to: line.date_to,
      ...(line.tax_rate !== undefined && { tax_rate: line.tax_rate }),
      invoice_id: invoiceId,
    })
}
