import type { Account } from '../account.ts'
import type { InvoiceLine, Subscription } from '../billing-resources.ts'
import { addInvoice, finalizeInvoice, voidInvoice } from '../invoices/finalize-invoice.ts'
import { creditLines, usageLine } from '../invoices/invoice-lines.ts'
import { makeInvoice } from '../invoices/make-invoice.ts'
import { payInvoice } from '../invoices/pay-invoice.ts'
import { isMetered } from './subscription-items.ts'
import { dropFormerUpdate } from './update-subscription.ts'

/** It is over at once. `invoiceNow` bills usage and prorations that wait; `prorate` credits what is left of the period. */
export function cancelSubscription(
  account: Account,
  subscription: Subscription,
  given: { invoiceNow?: boolean; prorate?: boolean; reason?: string; at?: number } = {},
): void {
  const at = given.at ?? account.now()
  dropFormerUpdate(account, subscription)
  const lines = closingLines(account, subscription, given.prorate ?? false, at)
  const wasIncomplete = subscription.status === 'incomplete'
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled'
  subscription.canceled_at ??= account.now()
  subscription.ended_at = at
  subscription.cancellation_details.reason =
    given.reason ?? subscription.cancellation_details.reason ?? 'cancellation_requested'
  subscription.hidden.pendingLines = []
  // Nothing is collected automatically from now on.
  for (const invoice of account.tables.invoices.all()) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue
    if (invoice.status === 'draft')
      Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null })
    if (invoice.status === 'open' && wasIncomplete) voidInvoice(account, invoice)
    else if (invoice.status === 'open')
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null })
  }
  account.record('customer.subscription.deleted', subscription)
  if (given.invoiceNow && lines.length > 0) billLast(account, subscription, lines)
}

function closingLines(
  account: Account,
  subscription: Subscription,
  prorates: boolean,
  at: number,
): InvoiceLine[] {
  const customer = account.tables.customers.need(subscription.customer)
  const lines = subscription.hidden.items.flatMap((item) => {
    if (isMetered(item.price)) return usageLine(account, item, customer, item.hidden.invoicedUntil, at)
    return prorates ? creditLines(account, item, at) : []
  })
  return [...subscription.hidden.pendingLines, ...lines]
}

function billLast(account: Account, subscription: Subscription, lines: InvoiceLine[]): void {
  const { tables } = account
  const invoice = makeInvoice(account, {
    customer: tables.customers.need(subscription.customer),
    subscription,
    currency: subscription.currency,
    lines,
    discounts: subscription.discounts.flatMap((id) => tables.discounts.get(id) ?? []),
    reason: 'subscription_update',
    period: { start: account.now(), end: account.now() },
  })
  addInvoice(account, invoice)
  finalizeInvoice(account, invoice)
  payInvoice(account, invoice)
}
