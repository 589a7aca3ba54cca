import type { HostedPage, Invoice } from '../billing-resources.ts'
import { createCustomer } from '../customers.ts'
import { paymentFailed } from '../errors.ts'
import { collect } from '../invoices/settle-invoice.ts'
import { readParams } from '../params.ts'
import { addCard } from '../payments/payment-sources.ts'
import { shownAll } from '../site.ts'
import type { Site } from '../site.ts'
import { startSubscription } from '../subscriptions/start-subscription.ts'

/** Does what the page is for with the card that was chosen. The customer is there and has authenticated. */
export function completePage(site: Site, page: HostedPage, card: string): void {
  const customer = customerOf(site, page)
  const added = addCard(site, customer, card, { replaces: true, isAuthenticated: true })
  const params = readParams(new URLSearchParams(page.hidden.request))
  const result =
    page.type === 'checkout_new'
      ? startSubscription(site, customer, params, { prefix: 'subscription', isPresent: true })
      : page.type === 'collect_now'
        ? shownAll({ invoices: payInvoices(site, customer.id) })
        : {}
  page.content = { ...shownAll({ customer, ...added }), ...result }
  page.state = 'succeeded'
  site.touch(page)
}

export function unpaidInvoices(site: Site, customerId: string): Invoice[] {
  return site.tables.invoices
    .all()
    .filter((invoice) => invoice.customer_id === customerId && invoice.amount_due > 0)
}

function payInvoices(site: Site, customerId: string): Invoice[] {
  const invoices = unpaidInvoices(site, customerId)
  for (const invoice of invoices) {
    const { status, error_text: text = 'The payment failed' } = collect(site, invoice, { isPresent: true })
    if (status === 'failure') throw paymentFailed('payment_processing_failed', text)
  }
  return invoices
}

/** A checkout may be for someone who is no customer yet; a second try is for the same one. */
function customerOf(site: Site, page: HostedPage) {
  const request = new URLSearchParams(page.hidden.request)
  const id = request.get('customer[id]')
  const known = site.tables.customers.get(id ?? undefined)
  if (known) return known
  const customer = createCustomer(site, readParams(request), 'customer')
  request.set('customer[id]', customer.id)
  page.hidden.request = String(request)
  return customer
}
