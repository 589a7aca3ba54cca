import type { Account } from '../account.ts'
import { automaticTax } from '../billing-resources.ts'
import type { Discount, Invoice, InvoiceLine, Subscription } from '../billing-resources.ts'
import { applyDiscounts } from '../catalog/discounts.ts'
import { newToken } from '../payments/next-action.ts'
import type { Customer } from '../resources.ts'
import { taxIdsOf } from '../customers/tax-ids.ts'
import { taxInvoice } from './tax-invoice.ts'

interface Draft {
  customer: Customer | undefined
  subscription: Pick<Subscription, 'id' | 'metadata' | 'currency' | 'automatic_tax'> | undefined
  currency: string
  lines: InvoiceLine[]
  discounts: readonly Discount[]
  reason: Invoice['billing_reason']
  period: { start: number; end: number }
}

/** A draft with its totals. It is not kept: a preview is no more than this. */
export function makeInvoice(account: Account, given: Draft): Invoice {
  const { customer, subscription, lines } = given
  const invoice: Invoice = {
    ...account.head('invoice', account.newId('in')),
    customer: customer?.id ?? null,
    number: null,
    status: 'draft',
    currency: given.currency,
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_excluding_tax: 0,
    total_taxes: [],
    automatic_tax: {
      ...automaticTax(subscription?.automatic_tax?.enabled ?? false),
      provider: 'stripe',
      status: null,
    },
    total_discount_amounts: [],
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_overpaid: 0,
    amount_shipping: 0,
    starting_balance: customer?.balance ?? 0,
    ending_balance: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    billing_reason: given.reason,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    due_date: null,
    effective_at: null,
    period_start: given.period.start,
    period_end: given.period.end,
    hosted_invoice_url: null,
    invoice_pdf: null,
    discounts: [],
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        subscription: subscription?.id || null,
        metadata: subscription?.metadata ?? {},
      },
    },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_tax_ids: customer ? taxIdsOf(account, customer).map(({ type, value }) => ({ type, value })) : [],
    hidden: { lines: [...lines], token: newToken(), paymentIntent: null, retries: 0 },
  }
  total(account, invoice, given.discounts)
  return invoice
}

/** Counts the totals from the lines, and what would be due with the customer's balance. */
export function total(account: Account, invoice: Invoice, discounts: readonly Discount[]): void {
  const { lines } = invoice.hidden
  for (const line of lines) {
    line.invoice = invoice.id
    line.discount_amounts = []
  }
  applyDiscounts(account, lines, discounts)
  const taken = new Map<string, number>()
  for (const { amount, discount } of lines.flatMap((line) => line.discount_amounts))
    taken.set(discount, (taken.get(discount) ?? 0) + amount)
  invoice.discounts = [...taken.keys()]
  invoice.total_discount_amounts = [...taken].map(([discount, amount]) => ({ amount, discount }))
  invoice.subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  invoice.subtotal_excluding_tax = invoice.subtotal
  invoice.total_excluding_tax =
    invoice.subtotal - [...taken.values()].reduce((sum, amount) => sum + amount, 0)
  addTax(account, invoice)
}

/** The total with tax, and what is due of it with the customer's balance. */
export function addTax(account: Account, invoice: Invoice): void {
  taxInvoice(account, invoice)
  const { due } = withBalance(invoice.total, invoice.starting_balance)
  invoice.amount_due = due
  invoice.amount_remaining = due
}

/** In each of the currencies that are billed here; what is less is left for the next invoice. */
const least = 50

/** What is due of a total when the customer has a credit (a balance below zero) or owes (above). */
export function withBalance(sum: number, balance: number): { due: number; balance: number } {
  const left = sum + balance
  return left >= least ? { due: left, balance: 0 } : { due: 0, balance: left }
}
