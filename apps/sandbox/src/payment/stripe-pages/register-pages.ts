import { acceptForms } from '../../trust-services/approval-routes.ts'
import type { RegisterPages } from '../stripe/pages-port.ts'
import { registerAuthentication } from './authentication-visits.ts'
import { registerInvoicePages } from './invoice-visits.ts'
import { registerPortal } from './portal-visits.ts'
import { registerScript } from './script-routes.ts'
import type { FastifyInstance } from 'fastify'

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, stripe-account, stripe-version, idempotency-key',
  'access-control-expose-headers': 'request-id, stripe-version',
  'access-control-max-age': '300',
}

/** What browsers open at Stripe: Stripe.js with its frames, the customer portal and the hosted invoices. */
export const registerPages: RegisterPages = async (app, port) => {
  allowBrowsers(app)
  await app.register(async (scope) => {
    acceptForms(scope)
    registerScript(scope)
    registerAuthentication(scope, port)
    registerInvoicePages(scope, port)
    registerPortal(scope, port)
  })
}

/** Lets pages of any origin call the API, as Stripe's does: a key goes along with each call, and no cookie. */
function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return
    reply.headers(allowed)
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
}
