import type { PaymentProvider, ProviderInvoice } from '../port.ts'
import { safePage } from '../provider-client.ts'
import type { StripeClient } from './client.ts'
import { type Invoice, Invoice as InvoiceShape, pageOf } from './shapes.ts'

type Page = Parameters<PaymentProvider['listInvoices']>[1]

export async function listInvoices(client: StripeClient, customer: string, { size, after }: Page) {
  const params = { customer, limit: size, ...(after === null ? {} : { starting_after: after }) }
  const { data, has_more: more } = await client.ask(pageOf(InvoiceShape), client.api.invoices.list(params))
  return { invoices: data.flatMap((invoice) => invoiceOf(client, invoice)), more }
}

function invoiceOf({ settings }: StripeClient, invoice: Invoice): ProviderInvoice[] {
  const currency = invoice.currency.toUpperCase()
  if (currency !== 'CHF' && currency !== 'EUR') return []
  const page = (url: string | null | undefined) => (url ? safePage('STRIPE', url, settings.apiUrl) : null)
  return [
    {
      id: invoice.id,
      number: invoice.number,
      status: invoice.status ?? 'draft',
      at: invoice.created,
      currency,
      total: invoice.total,
      due: invoice.amount_remaining,
      pageUrl: page(invoice.hosted_invoice_url),
      pdfUrl: page(invoice.invoice_pdf),
    },
  ]
}
