import type { PaymentProvider, ProviderInvoice } from '../port.ts'
import { safePage } from '../provider-client.ts'
import type { ChargebeeClient } from './client.ts'
import { listAll } from './lists.ts'
import { type Invoice, InvoiceEntry, WithDownload, WithHostedPage } from './shapes.ts'

type Page = Parameters<PaymentProvider['listInvoices']>[1]

/** Chargebee's pages continue from a token of its own, ours from an invoice: a customer has few enough to look it up. */
export async function listInvoices(client: ChargebeeClient, customerId: string, { size, after }: Page) {
  const entries = await listAll(client, InvoiceEntry, (page) =>
    client.api.invoice.list({ customer_id: { is: customerId }, 'sort_by[desc]': 'date', ...page }),
  )
  const all = entries.map(({ invoice }) => invoice)
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const shown = all.slice(start, start + size)
  const payPage = shown.some(isOpen) ? await payPageOf(client, customerId) : null
  const invoices = await Promise.all(shown.map((invoice) => invoiceOf(client, invoice, payPage)))
  return { invoices: invoices.flat(), more: all.length > start + size }
}

const isOpen = ({ status }: Invoice) => status === 'payment_due' || status === 'not_paid'

/** Where the customer pays what is open. */
async function payPageOf(client: ChargebeeClient, id: string): Promise<string | null> {
  const collecting = client.api.hostedPage.collectNow({ customer: { id } })
  const { hosted_page: page } = await client.ask(WithHostedPage, collecting)
  return page.url ? safePage('CHARGEBEE', page.url, client.settings.apiUrl) : null
}

async function invoiceOf(
  client: ChargebeeClient,
  invoice: Invoice,
  payPage: string | null,
): Promise<ProviderInvoice[]> {
  const { id, currency_code: currency, status } = invoice
  if (currency !== 'CHF' && currency !== 'EUR') return []
  return [
    {
      id,
      number: id,
      status: statuses[status],
      at: invoice.date ?? invoice.generated_at ?? client.now(),
      currency,
      total: invoice.total ?? 0,
      due: invoice.amount_due ?? 0,
      pageUrl: isOpen(invoice) ? payPage : null,
      pdfUrl: status === 'pending' ? null : await pdfOf(client, id),
    },
  ]
}

const statuses = {
  paid: 'paid',
  posted: 'open',
  payment_due: 'open',
  not_paid: 'uncollectible',
  voided: 'void',
  pending: 'draft',
} as const

/** An address that is good for a while. */
async function pdfOf(client: ChargebeeClient, id: string): Promise<string> {
  const { download } = await client.ask(WithDownload, client.api.invoice.pdf(id, {}))
  return safePage('CHARGEBEE', download.download_url, client.settings.apiUrl)
}
