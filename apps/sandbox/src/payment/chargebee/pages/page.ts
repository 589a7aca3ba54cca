import { escaped } from '../../../http/escaped.ts'
import { page } from '../../../http/page.ts'
import type { Customer, PaymentSource } from '../resources.ts'
import type { Invoice, Subscription } from '../billing-resources.ts'
import { testCards } from '../payments/test-cards.ts'

/*
 * For journeys. Headings (level 1): "Checkout", "Payment method", "Pay your invoices", "Authorise a card", "Confirm it is
 * you" (strong customer authentication), "Your subscription" (the portal) and "This page has expired". Radio buttons: the labels
 * in test-cards.ts. Buttons: "Continue", "Cancel", "Approve", "Refuse"; in the portal "Change card", "Pay now", "Cancel at the
 * end of the term", "Keep the subscription"; links "Invoice 1 (PDF)" and "Back to Countersign".
 */

const money = (currency: string, cents: number) => `${escaped(currency)} ${(cents / 100).toFixed(2)}`
const date = (seconds: number | undefined) =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)
const alert = (wrong: string | undefined) =>
  wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''

export function cardPage(given: {
  heading: string
  summary: { label: string; amount?: number }[]
  currency: string
  wrong?: string
}): string {
  const rows = given.summary.map(({ label, amount }) => {
    const price = amount === undefined ? '' : `: ${money(given.currency, amount)}`
    return `<li>${escaped(label)}${price}</li>`
  })
  const cards = testCards.map(
    ({ number, label }, index) =>
      `<label class="check"><input type="radio" name="card" value="${number}" ${index === 0 ? 'checked' : ''} /> ${escaped(label)}</label>`,
  )
  return chargebeePage(
    given.heading,
    `<p class="purpose">Simulates Chargebee. Choose a test card; no card number is needed.</p>
      ${alert(given.wrong)}
      ${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : ''}
      <form method="post"><fieldset><legend>Card</legend>${cards.join('')}</fieldset>
        <div class="choices">
          <button class="primary" type="submit" name="act" value="continue">Continue</button>
          <button class="quiet" type="submit" name="act" value="cancel">Cancel</button>
        </div></form>`,
  )
}

export function authenticationPage(): string {
  return chargebeePage(
    'Confirm it’s you',
    `<p class="purpose">Simulates the bank's strong customer authentication.</p>
      <form method="post"><div class="choices">
        <button class="primary" type="submit" name="act" value="approve">Approve</button>
        <button class="quiet" type="submit" name="act" value="refuse">Refuse</button>
      </div></form>`,
  )
}

export function overPage(state: string): string {
  return chargebeePage(
    'This page has expired',
    `<p>It is ${escaped(state)}. Close this tab and start again.</p>`,
  )
}

export function portalPage(given: {
  customer: Customer
  card: PaymentSource | undefined
  subscriptions: Subscription[]
  invoices: Invoice[]
  backUrl: string | undefined
}): string {
  const { customer, card, subscriptions, invoices, backUrl } = given
  const isDue = invoices.some((invoice) => invoice.amount_due > 0)
  return chargebeePage(
    'Your subscription',
    `<p class="purpose">Simulates Chargebee's portal, for ${escaped(customer.email ?? customer.id)}.</p>
      <h2>Subscription</h2><ul>${subscriptions.map(subscriptionRow).join('') || '<li>None</li>'}</ul>
      <h2>Card</h2><p>${card ? escaped(String(card.card['masked_number'])) : 'None'}</p>
      <form method="post"><div class="choices">
        <button type="submit" name="act" value="card">Change card</button>
        ${isDue ? '<button type="submit" name="act" value="pay">Pay now</button>' : ''}
      </div></form>
      <h2>Invoices</h2><ul>${invoices.map(invoiceRow).join('') || '<li>None</li>'}</ul>
      ${backUrl ? `<p><a href="${escaped(backUrl)}">Back to Countersign</a></p>` : ''}`,
  )
}

function subscriptionRow(subscription: Subscription): string {
  const { id, status, cancelled_at: cancelledAt, subscription_items: items } = subscription
  const text = items.map((item) => `${item.item_price_id} × ${item.quantity ?? 'by usage'}`).join(', ')
  const end = cancelledAt === undefined ? '' : `, ends on ${date(cancelledAt)}`
  const button =
    status === 'cancelled'
      ? ''
      : cancelledAt === undefined
        ? `<button type="submit" name="act" value="cancel">Cancel at the end of the term</button>`
        : `<button type="submit" name="act" value="keep">Keep the subscription</button>`
  return `<li>${escaped(text)}: ${status}${end}
    <form method="post"><input type="hidden" name="subscription" value="${escaped(id)}" />${button}</form></li>`
}

function invoiceRow(invoice: Invoice): string {
  const id = escaped(invoice.id)
  return `<li><a href="/payment/chargebee/invoices/${id}.pdf">Invoice ${id} (PDF)</a>, ${date(invoice.date)}: ${money(invoice.currency_code, invoice.total)}, ${invoice.status}</li>`
}

function chargebeePage(heading: string, content: string): string {
  return page({ title: `${heading} - Chargebee`, heading, content })
}
