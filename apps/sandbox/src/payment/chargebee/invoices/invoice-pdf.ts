import { textPdf } from '../../text-pdf.ts'
import type { Invoice } from '../billing-resources.ts'

/** One page in plain text, small but a real PDF. */
export function invoicePdf(invoice: Invoice): Buffer {
  const money = (cents: number) => `${invoice.currency_code} ${(cents / 100).toFixed(2)}`
  const lines = [
    `Invoice ${invoice.id} (sandbox)`,
    `Date: ${new Date(invoice.date * 1000).toISOString().slice(0, 10)}`,
    `Status: ${invoice.status}`,
    '',
    ...invoice.line_items.map((line) => `${line.description}, ${line.quantity} x: ${money(line.amount)}`),
    ...(invoice.taxes ?? []).map((tax) => `${tax.description}: ${money(tax.amount)}`),
    ...invoice.discounts.map((discount) => `${discount.description}: -${money(discount.amount)}`),
    '',
    `Total: ${money(invoice.total)}`,
    `Credits: ${money(invoice.credits_applied)}`,
    `Due: ${money(invoice.amount_due)}`,
  ]
  return textPdf(lines)
}
