import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import type { Listener } from '../../http/listener.ts'
import { acceptForms } from '../../trust-services/approval-routes.ts'
import { catalogRoutes } from './catalog/catalog.ts'
import { couponRoutes } from './catalog/coupons.ts'
import { creditNoteRoutes } from './invoices/credit-notes.ts'
import { customerRoutes } from './customers.ts'
import { ApiError } from './errors.ts'
import { estimateRoutes } from './subscriptions/estimates.ts'
import { eventRoutes } from './events.ts'
import { apiFaults } from './faults.ts'
import { hostedPageRoutes } from './pages/hosted-pages.ts'
import { createIdempotency } from './idempotency.ts'
import type { Answer, Idempotency } from './idempotency.ts'
import { invoiceRoutes } from './invoices/invoice-routes.ts'
import { readParams } from './params.ts'
import { paymentRoutes } from './payments/payment-sources.ts'
import { portalRoutes } from './pages/portal-sessions.ts'
import type { Route } from './route.ts'
import type { Site } from './site.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { usageRoutes } from './catalog/usages.ts'

const routes: Route[] = [
  ...catalogRoutes,
  ...couponRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...estimateRoutes,
  ...invoiceRoutes,
  ...creditNoteRoutes,
  ...paymentRoutes,
  ...usageRoutes,
  ...hostedPageRoutes,
  ...portalRoutes,
  ...eventRoutes,
]

type Request = FastifyRequest<{ Params: { id?: string } }>

/** The site's API, on a listener of its own. */
export async function registerApi(
  { app }: Listener,
  given: { site: Site; apiKey: string; clock: () => number; catchUp: () => Promise<void> },
): Promise<void> {
  const { site, apiKey } = given
  const idempotency = createIdempotency(given.clock)
  await app.register(
    async (scope) => {
      acceptForms(scope)
      scope.addHook('onRequest', given.catchUp)
      scope.setNotFoundHandler((_request, reply) =>
        send(reply, refusal(new ApiError(404, 'resource_not_found', 'The requested URL was not found'))),
      )
      scope.setErrorHandler((error, _request, reply) => send(reply, refusal(error)))
      for (const route of routes)
        scope.route<{ Params: { id?: string } }>({
          method: route.method,
          url: route.path,
          handler: (request, reply) => {
            if (!isMerchant(request, apiKey)) return send(reply, refusal(unauthorised()))
            return answer(site, route, request, reply, idempotency)
          },
        })
    },
    { prefix: '/api/v2' },
  )
}

function answer(
  site: Site,
  route: Route,
  request: Request,
  reply: FastifyReply,
  idempotency: Idempotency,
): FastifyReply {
  const fault = site.faults.take('chargebee', apiFaults)
  if (fault === 'timeout') return neverAnswer(reply)
  if (fault === 'refused') return dropConnection(reply)
  const broken = fault && failures[fault]
  if (broken) return send(fault === 'rate_limited' ? reply.header('retry-after', '1') : reply, broken())
  const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const key = keyOf(route, request)
  const text = `${request.url}\n${String(body)}`
  try {
    const before = key ? idempotency.find(key, text) : undefined
    if (before) return send(reply.header('chargebee-idempotency-replayed', 'true'), before)
  } catch (error) {
    return send(reply, refusal(error))
  }
  const result = run(site, route, request, body)
  if (key) idempotency.keep(key, text, result)
  if (fault === 'timeout_after_effect') return neverAnswer(reply)
  if (fault === 'broken_json') return reply.type('application/json').send('{"customer":{"id":')
  return send(reply, result)
}

function run(site: Site, route: Route, request: Request, body: URLSearchParams): Answer {
  const given = route.method === 'GET' ? new URL(request.url, 'http://site').searchParams : body
  try {
    const call = { site, params: readParams(given), id: request.params.id ?? '' }
    const result = site.as('api', () => route.run(call))
    return { status: 200, body: structuredClone(result) }
  } catch (error) {
    return refusal(error)
  } finally {
    if (route.method === 'POST') site.store.save()
  }
}

/** Estimates change nothing, so that they have no keys. */
function keyOf(route: Route, request: Request): string | undefined {
  const key = request.headers['chargebee-idempotency-key']
  if (route.method === 'GET' || route.path.includes('estimate')) return undefined
  return typeof key === 'string' ? key : undefined
}

function isMerchant(request: Request, apiKey: string): boolean {
  const [scheme, given = ''] = (request.headers.authorization ?? '').split(' ')
  const actual = Buffer.from(given, 'base64')
  const expected = Buffer.from(`${apiKey}:`)
  return scheme === 'Basic' && actual.length === expected.length && timingSafeEqual(actual, expected)
}

const unauthorised = () =>
  new ApiError(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key')

const failures: Partial<Record<(typeof apiFaults)[number], () => Answer>> = {
  request_blocked: () =>
    refusal(
      new ApiError(409, 'request_blocked', 'Another request for the same resource is in progress', {
        type: 'operation_failed',
      }),
    ),
  rate_limited: () =>
    refusal(
      new ApiError(429, 'api_request_limit_exceeded', 'API request limit exceeded. Please try again later', {
        type: 'operation_failed',
      }),
    ),
  internal_error: () =>
    refusal(new ApiError(500, 'internal_error', 'Sorry, something went wrong', { type: 'operation_failed' })),
  status_503: () =>
    refusal(
      new ApiError(503, 'internal_temporary_error', 'Sorry, the server is temporarily unable to do this', {
        type: 'operation_failed',
      }),
    ),
}

function refusal(error: unknown): Answer {
  if (error instanceof ApiError) return { status: error.status, body: error.body() }
  const message = error instanceof Error ? error.message : 'unknown'
  const body = new ApiError(500, 'internal_error', `The sandbox failed: ${message}`).body()
  return { status: 500, body }
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}
