import { refused } from '../errors.ts'
import { finalizeInvoice, subscriptionOf, voidInvoice } from './finalize-invoice.ts'
import { list, listParams } from '../list.ts'
import { payInvoice, paymentError } from './pay-invoice.ts'
import { needMethod } from '../payments/payment-methods.ts'
import { dropPendingUpdate } from '../subscriptions/pending-update.ts'
import { createPreview, previewParams } from '../subscriptions/preview.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'

const listFields = [...listParams, 'customer', 'subscription', 'status', 'collection_method']

export const invoiceRoutes: Route[] = [
  post('/invoices/create_preview', previewParams, ({ account, params }) => createPreview(account, params)),
  get('/invoices', listFields, ({ account, params }) => {
    const [customer, subscription] = [params.text('customer'), params.text('subscription')]
    const status = params.text('status')
    const rows = account.tables.invoices
      .all()
      .filter(
        (one) =>
          (customer ?? one.customer) === one.customer &&
          (status ?? one.status) === one.status &&
          (!subscription || one.parent.subscription_details.subscription === subscription),
      )
    return list(params, '/v1/invoices', rows)
  }),
  get('/invoices/:id', [], ({ account, id }) => account.tables.invoices.need(id)),
  get('/invoices/:id/lines', listParams, ({ account, params, id }) => {
    const { lines } = account.tables.invoices.need(id).hidden
    const rows = lines.map((line) => ({ ...line, created: 0 })).reverse()
    return list(params, `/v1/invoices/${id}/lines`, rows)
  }),
  post('/invoices/:id/finalize', ['auto_advance'], ({ account, id }) => {
    const invoice = account.tables.invoices.need(id)
    if (invoice.status !== 'draft')
      throw refused('This invoice is already finalized.', 'invoice_not_editable')
    finalizeInvoice(account, invoice)
    return invoice
  }),
  post('/invoices/:id/pay', ['payment_method', 'off_session', 'mandate'], ({ account, params, id }) => {
    const invoice = account.tables.invoices.need(id)
    if (invoice.status === 'paid') throw refused('Invoice is already paid', 'invoice_already_paid')
    if (invoice.status === 'draft') finalizeInvoice(account, invoice)
    if (invoice.status === 'void' || invoice.status === 'uncollectible')
      throw refused(`Invoice is ${invoice.status} and cannot be paid.`)
    const method = params.text('payment_method')
    const outcome = payInvoice(account, invoice, { method: method ? needMethod(account, method) : undefined })
    if (outcome !== 'paid') throw paymentError(account, invoice, outcome, 'invoice')
    return invoice
  }),
  post('/invoices/:id/void', [], ({ account, id }) => {
    const invoice = account.tables.invoices.need(id)
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw refused(`You can only void open or uncollectible invoices. This invoice is ${invoice.status}.`)
    voidInvoice(account, invoice)
    // The change that waited for it is discarded.
    const subscription = subscriptionOf(account, invoice)
    if (subscription?.hidden.pendingUpdate?.invoice === id) dropPendingUpdate(account, subscription)
    return invoice
  }),
  get(
    '/invoice_payments',
    [...listParams, 'invoice', 'status', 'payment.type', 'payment.payment_intent'],
    ({ account, params }) => {
      const [invoice, status] = [params.text('invoice'), params.text('status')]
      const intent = params.part('payment')?.text('payment_intent')
      const rows = account.tables.invoicePayments
        .all()
        .filter(
          (one) =>
            (invoice ?? one.invoice) === one.invoice &&
            (status ?? one.status) === one.status &&
            (intent ?? one.payment.payment_intent) === one.payment.payment_intent,
        )
      return list(params, '/v1/invoice_payments', rows)
    },
  ),
]
