import { escaped } from '../../http/escaped.ts'
import type { PortalView } from '../stripe/pages-port.ts'
import { cardName } from './invoice-page.ts'
import { act, alert, day, money, stripePage } from './page.ts'

/*
 * For journeys. Headings: "Customer portal" (level 1), "Current subscription", "Payment methods", "Billing information",
 * "Tax IDs", "Invoice history". Links: "Return to Countersign", "Add payment method", "Update information", "Add tax ID",
 * "Cancel subscription", and an invoice by its number. Buttons: "Cancel subscription" (on a page of its own), "Renew
 * subscription", "Make default" and "Delete" with the name of the card, "Delete" with the number of a tax ID.
 */

export function portalPage(view: PortalView, wrong: string | undefined): string {
  return stripePage(
    'Customer portal',
    `${back(view)}
      ${alert(wrong)}
      <section><h2>Current subscription</h2>${list(view.subscriptions.map(subscriptionRow))}</section>
      <section><h2>Payment methods</h2>${list(view.cards.map(cardRow))}
        <a class="button" href="?view=card">Add payment method</a></section>
      <section><h2>Billing information</h2>${list(detailsRows(view))}
        <a class="button" href="?view=details">Update information</a></section>
      <section><h2>Tax IDs</h2>${list(view.taxIds.map(taxIdRow))}
        <a class="button" href="?view=tax-id">Add tax ID</a></section>
      <section><h2>Invoice history</h2>${list(view.invoices.map(invoiceRow))}</section>`,
  )
}

export const sessionOverPage = (): string =>
  stripePage(
    'Your session has expired',
    '<p>This link to the customer portal is no longer valid. Go back to the page you came from to get a new one.</p>',
  )

const back = ({ returnUrl }: PortalView) =>
  returnUrl ? `<p><a href="${escaped(returnUrl)}">Return to Countersign</a></p>` : ''

const list = (rows: string[]) =>
  `<ul>${rows.map((row) => `<li>${row}</li>`).join('') || '<li>None</li>'}</ul>`

function subscriptionRow({
  id,
  description,
  status,
  periodEnd,
  cancelAt,
}: PortalView['subscriptions'][0]): string {
  const text = escaped(description)
  if (status === 'canceled') return `<span>${text}: canceled</span>`
  if (cancelAt !== null)
    return `<span>${text}: cancels on ${day(cancelAt)}</span> ${act('renew', 'Renew subscription', id)}`
  const next = status === 'active' ? `renews on ${day(periodEnd)}` : escaped(status.replaceAll('_', ' '))
  return `<span>${text}: ${next}</span> <a class="button" href="?view=cancel&amp;about=${encodeURIComponent(id)}">Cancel subscription</a>`
}

function cardRow(card: PortalView['cards'][0]): string {
  const name = cardName(card)
  const makeDefault = card.isDefault
    ? '<strong>Default</strong>'
    : act('default', 'Make default', card.id, name)
  return `<span>${escaped(name)}</span> ${makeDefault} ${act('remove-card', 'Delete', card.id, name)}`
}

function detailsRows({ name, email, address }: PortalView): string[] {
  const { line1, line2, postal_code: code, city, country } = address
  const place = [code, city].filter(Boolean).join(' ')
  return [name, email, line1, line2, place, country].flatMap((row) => (row ? escaped(row) : []))
}

const taxIdRow = ({ id, type, value }: PortalView['taxIds'][0]) =>
  `<span>${escaped(value)} (${escaped(type.replaceAll('_', ' ').toUpperCase())})</span> ${act('remove-tax-id', 'Delete', id, value)}`

function invoiceRow({
  id,
  number,
  status,
  created,
  currency,
  total,
  hostedUrl,
  pdfUrl,
}: PortalView['invoices'][0]) {
  const name = escaped(number ?? id)
  const link = hostedUrl ? `<a href="${escaped(hostedUrl)}">${name}</a>` : name
  const pdf = pdfUrl ? ` <a href="${escaped(pdfUrl)}" aria-label="Invoice ${name} (PDF)">PDF</a>` : ''
  return `<span>${link}, ${day(created)}</span> <span>${money(currency, total)}, ${escaped(status)}</span>${pdf}`
}
