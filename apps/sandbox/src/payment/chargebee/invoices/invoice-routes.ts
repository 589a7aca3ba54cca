import { invalidState, paymentFailed } from '../errors.ts'
import type { Invoice } from '../billing-resources.ts'
import { collect } from './settle-invoice.ts'
import { list } from '../list.ts'
import { get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { shown, shownAll } from '../site.ts'
import type { Site } from '../site.ts'

export const invoiceRoutes: Route[] = [
  get('/invoices', (call) => listInvoices(call, () => true)),
  get('/customers/:id/invoices', (call) => listInvoices(call, (one) => one.customer_id === call.id)),
  get('/subscriptions/:id/invoices', (call) => listInvoices(call, (one) => one.subscription_id === call.id)),
  get('/invoices/:id', ({ site, id }) => ({ invoice: shown(site.tables.invoices.need(id)) })),
  post('/invoices/:id/pdf', ({ site, id }) => ({
    download: {
      object: 'download',
      download_url: pdfUrl(site, site.tables.invoices.need(id)),
      valid_till: site.now() + 300,
      mime_type: 'application/pdf',
    },
  })),
  post('/invoices/:id/collect_payment', collectPayment),
  get('/transactions', ({ site, params }) =>
    list(params, {
      name: 'transaction',
      rows: site.tables.transactions.all(),
      filters: ['id', 'customer_id', 'subscription_id', 'status', 'type', 'date'],
      sortBy: ['date', 'updated_at'],
    }),
  ),
]

export const pdfUrl = (site: Site, invoice: Invoice): string =>
  `${site.url}/payment/chargebee/invoices/${encodeURIComponent(invoice.id)}.pdf`

function listInvoices({ site, params }: Call, isAsked: (invoice: Invoice) => boolean): object {
  return list(params, {
    name: 'invoice',
    rows: site.tables.invoices.all().filter(isAsked),
    filters: [
      'id',
      'customer_id',
      'subscription_id',
      'status',
      'recurring',
      'date',
      'dunning_status',
      'updated_at',
    ],
    sortBy: ['date', 'updated_at'],
  })
}

function collectPayment({ site, params, id }: Call): object {
  const invoice = site.tables.invoices.need(id)
  if (invoice.amount_due === 0) throw invalidState(`Nothing is due for the invoice ${id}`)
  const transaction = collect(site, invoice, {
    paymentSourceId: params.text('payment_source_id'),
    amount: params.int('amount'),
  })
  if (transaction.status === 'failure')
    throw paymentFailed(
      'payment_processing_failed',
      `Payment collection failed. Error message: ${transaction.error_text}`,
      'gateway.general.decline',
    )
  return shownAll({ invoice, transaction })
}
