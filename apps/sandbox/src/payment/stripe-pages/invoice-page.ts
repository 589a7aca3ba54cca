import { escaped } from '../../http/escaped.ts'
import type { PageCard, PageInvoice } from '../stripe/pages-port.ts'
import { alert, cardFields, day, money, stripePage } from './page.ts'

/*
 * For journeys. Heading: "Invoice" with its number. Buttons: "Pay CHF 12.50"; link "Pay with another card", "Download invoice
 * (PDF)". Fields: "Card number", "Expiration date (MM / YY)", "Security code". When it is paid: "Invoice paid".
 */

const statuses: Record<string, string> = {
  open: 'Payment due',
  paid: 'Invoice paid',
  void: 'Invoice voided',
  uncollectible: 'Invoice uncollectible',
  draft: 'Draft',
}

export const cardName = ({ brand, last4, expMonth, expYear }: PageCard): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}, expires ${String(expMonth).padStart(2, '0')}/${expYear}`

const nameOf = ({ number, id }: PageInvoice) => `Invoice ${number ?? id}`

export function invoicePage(given: {
  invoice: PageInvoice
  cards: PageCard[]
  pdf: string
  isNew: boolean
  wrong: string | undefined
}): string {
  const { invoice, cards, pdf, isNew, wrong } = given
  const { currency } = invoice
  const lines = invoice.lines.map(
    ({ description, amount, quantity }) =>
      `<li><span>${escaped(description)}${quantity === null ? '' : ` × ${quantity}`}</span> <span>${money(currency, amount)}</span></li>`,
  )
  return stripePage(
    nameOf(invoice),
    `<p>${statuses[invoice.status] ?? escaped(invoice.status)}, issued on ${day(invoice.created)}</p>
      ${alert(wrong)}
      <section><h2>Summary</h2><ul>${lines.join('')}</ul>
        <p class="total"><span>Total</span> <span>${money(currency, invoice.total)}</span></p>
        <p class="total"><span>Amount due</span> <span>${money(currency, invoice.amountDue)}</span></p>
        <p><a href="${escaped(pdf)}">Download invoice (PDF)</a></p></section>
      ${invoice.status === 'open' ? payment(invoice, cards, isNew) : ''}`,
  )
}

function payment(invoice: PageInvoice, cards: PageCard[], isNew: boolean): string {
  const button = `<button class="primary" type="submit">Pay ${money(invoice.currency, invoice.amountDue)}</button>`
  const own = cards.find((card) => card.isDefault)
  const form =
    own && !isNew
      ? `<p>${escaped(cardName(own))}</p><form method="post"><input type="hidden" name="card" value="own" />${button}</form>
        <p><a href="?view=card">Pay with another card</a></p>`
      : `<form method="post"><input type="hidden" name="card" value="new" />${cardFields}${button}</form>`
  return `<section><h2>Payment</h2>${form}</section>`
}

/** Of the PDF. */
export function invoiceLines(invoice: PageInvoice): string[] {
  const { currency, lines } = invoice
  return [
    `${nameOf(invoice)} (sandbox)`,
    `Date of issue: ${day(invoice.created)}`,
    `Status: ${invoice.status}`,
    '',
    ...lines.map(
      ({ description, amount, quantity }) =>
        `${description}${quantity === null ? '' : ` x ${quantity}`}: ${money(currency, amount)}`,
    ),
    '',
    `Total: ${money(currency, invoice.total)}`,
    `Amount due: ${money(currency, invoice.amountDue)}`,
  ]
}
