import type { Account } from './account.ts'
import { portalPath } from '../stripe-pages/addresses.ts'
import type { Invoice, Subscription } from './billing-resources.ts'
import type { PageCard, PageInvoice, PortalView } from './pages-port.ts'
import type { Customer } from './resources.ts'
import { taxIdsOf } from './customers/tax-ids.ts'

const lasting = 24 * 3600

/** Behind the secret in its address; for a day. */
export function portalView(account: Account, secret: string): PortalView | undefined {
  const session = account.tables.portalSessions.all().find((one) => one.url.endsWith(portalPath(secret)))
  if (!session || session.created + lasting < account.now()) return undefined
  const customer = account.tables.customers.need(session.customer)
  const { subscriptions, invoices } = account.tables
  return {
    customerId: customer.id,
    name: customer.name,
    email: customer.email,
    address: withoutNulls(customer.address),
    taxIds: taxIdsOf(account, customer).map(({ id, type, value }) => ({ id, type, value })),
    returnUrl: session.return_url,
    cards: cardsOf(account, customer),
    subscriptions: subscriptions
      .all()
      .filter((one) => one.customer === customer.id)
      .map((one) => subscriptionView(account, one)),
    invoices: invoices
      .all()
      .filter((one) => one.customer === customer.id && one.status !== 'draft')
      .map(invoiceView)
      .reverse(),
  }
}

const withoutNulls = (address: Customer['address']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )

function subscriptionView(account: Account, subscription: Subscription): PortalView['subscriptions'][number] {
  const { items } = subscription.hidden
  const names = items.map((item) => account.tables.products.get(item.price.product)?.name ?? item.price.id)
  return {
    id: subscription.id,
    description: names[0] ?? subscription.id,
    status: subscription.status,
    periodEnd: Math.max(...items.map((item) => item.current_period_end)),
    cancelAt: subscription.cancel_at,
  }
}

export function cardsOf(account: Account, customer: Customer): PageCard[] {
  return account.tables.paymentMethods
    .all()
    .filter((one) => one.customer === customer.id)
    .map(({ id, card }) => ({
      id,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: customer.invoice_settings.default_payment_method === id,
    }))
}

export function invoiceView(invoice: Invoice): PageInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    created: invoice.created,
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.amount_due,
    hostedUrl: invoice.hosted_invoice_url,
    pdfUrl: invoice.invoice_pdf,
    lines: invoice.hidden.lines.map(({ description, amount, quantity }) => ({
      description,
      amount,
      quantity,
    })),
  }
}
