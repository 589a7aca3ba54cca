import type { FastifyReply } from 'fastify'
import { escaped } from './escaped.ts'

export interface Page {
  /** Of the browser's tab; text. */
  readonly title: string
  /** Text. */
  readonly heading: string
  /** HTML. */
  readonly content: string
  /** Besides those of all pages. */
  readonly style?: string
  /** HTML of further elements of the head. */
  readonly script?: string
}

/** A page of an outside party's stand-in. */
export function page({ title, heading, content, style, script = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} (sandbox)</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/inbox.css" />
    <link rel="stylesheet" href="/single-sign-on.css" />
    ${style ? `<link rel="stylesheet" href="${style}" />` : ''}
    ${script}
  </head>
  <body>
    <main class="sign-in">
      <h1>${escaped(heading)}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

/**
 * Sends a page with a form. `addresses` are those that the form's answer may redirect to: browsers apply form-action to
 * redirects as well.
 */
export function sendPage(
  reply: FastifyReply,
  html: string,
  addresses: readonly (string | undefined)[],
  { hasScript = false } = {},
): FastifyReply {
  const origins = addresses.flatMap((address) => (address ? (URL.parse(address)?.origin ?? []) : []))
  const scripts = hasScript ? "script-src 'self'; " : ''
  const policy = `default-src 'none'; ${scripts}style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${[...new Set(origins)].join(' ')}`
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** An input with its label; `attributes` is HTML. */
export function field(name: string, label: string, attributes: string): string {
  return `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} /></div>`
}
