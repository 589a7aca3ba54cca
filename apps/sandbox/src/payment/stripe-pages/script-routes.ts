import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { scriptPath } from './addresses.ts'
import { authenticationFrame, paymentFrame } from './frame-pages.ts'

const here = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/** In the order they need each other. */
const parts = [
  'errors',
  'origin',
  'api',
  'frame',
  'payment-element',
  'elements',
  'authentication',
  'next-action',
  'confirm',
  'stripe',
]
const modules = [
  'script/api.js',
  'script/errors.js',
  ...['appearance', 'authentication', 'card', 'countries', 'intent', 'parent', 'payment', 'words'].map(
    (name) => `frames/${name}.js`,
  ),
]

/** Pages load it as a classic script, which must have set `window.Stripe` when it has loaded: so its modules are joined. */
export function stripeScript(): string {
  const bodies = parts.map((part) =>
    here(`script/${part}.js`)
      .replaceAll(/^import .*\n/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `;(() => {\n'use strict'\n${bodies.join('\n')}\n})()\n`
}

/** Stripe.js, and the pages that it shows in frames of the product's page. */
export function registerScript(app: FastifyInstance): void {
  const script = stripeScript()
  const javascript = 'text/javascript; charset=utf-8'
  for (const path of [scriptPath, '/endive/stripe.js'])
    app.get(path, (_request, reply) => reply.type(javascript).send(script))
  for (const module of modules) {
    const content = here(module)
    app.get(`/elements/${module}`, (_request, reply) => reply.type(javascript).send(content))
  }
  for (const [file, folder] of [
    ['frames.css', '/elements/frames'],
    ['pages.css', '/pages'],
  ] as const) {
    const content = here(file === 'frames.css' ? 'frames/frames.css' : file)
    app.get(`${folder}/${file}`, (_request, reply) => reply.type('text/css; charset=utf-8').send(content))
  }
  for (const [path, html] of [
    ['/elements/payment', paymentFrame],
    ['/elements/authentication', authenticationFrame],
  ] as const)
    app.get(path, (_request, reply) =>
      reply
        .headers({
          // Any page may show them: who may be answered is in the address, and the page is told only there.
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .type('text/html; charset=utf-8')
        .send(html),
    )
}
