import type { FastifyReply } from 'fastify'
import { escaped } from '../../http/escaped.ts'

const zeroDecimal = new Set(['jpy', 'krw', 'clp', 'vnd'])

/** As an invoice shows it: CHF 12.50. */
export function money(currency: string, amount: number): string {
  const shown = zeroDecimal.has(currency) ? String(amount) : (amount / 100).toFixed(2)
  return `${currency.toUpperCase()} ${shown}`
}

export const day = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000)

export const alert = (wrong: string | undefined): string =>
  wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''

/** `attributes` is HTML. */
export const field = (name: string, label: string, value = '', attributes = ''): string =>
  `<div class="field"><label for="${name}">${escaped(label)}</label><input id="${name}" name="${name}" value="${escaped(value)}" ${attributes} /></div>`

export const cardFields = `
      ${field('number', 'Card number', '', 'inputmode="numeric" autocomplete="cc-number" required')}
      <div class="pair">
        ${field('expiry', 'Expiration date (MM / YY)', '', 'autocomplete="cc-exp" required')}
        ${field('cvc', 'Security code', '', 'inputmode="numeric" autocomplete="cc-csc" required')}
      </div>`

/** A button that sends an action, with the id of its object. */
export const act = (value: string, label: string, id = '', about = ''): string =>
  `<form method="post"><input type="hidden" name="id" value="${escaped(id)}" />
        <button type="submit" name="act" value="${value}"${about ? ` aria-label="${escaped(`${label}: ${about}`)}"` : ''}>${label}</button></form>`

export function stripePage(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(heading)} - Stripe (sandbox)</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/pages/pages.css" />
  </head>
  <body>
    <main>
      <p class="test">Test mode</p>
      <h1>${escaped(heading)}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

/** `addresses` are those that a form's answer may lead to: browsers hold form-action against them as well. */
export function send(reply: FastifyReply, html: string, addresses: (string | null)[] = []): FastifyReply {
  const origins = addresses.flatMap((address) => (address ? (URL.parse(address)?.origin ?? []) : []))
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self' ${[...new Set(origins)].join(' ')}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
