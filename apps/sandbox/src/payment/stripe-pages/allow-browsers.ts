import type { FastifyInstance } from 'fastify'

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, stripe-account, stripe-version, idempotency-key',
  'access-control-expose-headers': 'request-id, stripe-version',
  'access-control-max-age': '300',
}

/** Lets pages of any origin call the API, as Stripe's does: a key goes along with each call, and no cookie. */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return
    reply.headers(allowed)
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
}
