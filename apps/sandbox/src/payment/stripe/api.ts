import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import type { Listener } from '../../http/listener.ts'
import { acceptForms } from '../../trust-services/approval-routes.ts'
import type { Account } from './account.ts'
import { credentialsOf, wrongKeyType } from './credentials.ts'
import { refused, StripeError } from './errors.ts'
import { apiFaults, payFaults, refusedFaults, subscriptionFaults } from './faults.ts'
import { createIdempotency } from './idempotency.ts'
import type { Answer, Idempotency } from './idempotency.ts'
import type { Settings } from './keys.ts'
import { paramsOf, readTree, refuseUnknown } from './params.ts'
import { apiVersion } from './resources.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { expand } from './expand.ts'
import { shown } from './shown.ts'

type Request = FastifyRequest<{ Params: { id?: string; other?: string } }>

type Fault = (typeof apiFaults | typeof payFaults | typeof subscriptionFaults)[number]

interface ServedCall {
  account: Account
  settings: Settings
  idempotency: Idempotency
}

/** The account's API, on a listener of its own. */
export async function registerApi(
  { app }: Listener,
  given: { account: Account; settings: Settings; clock: () => number; catchUp: () => Promise<void> },
): Promise<void> {
  const served = { ...given, idempotency: createIdempotency(given.clock) }
  await app.register(
    async (scope) => {
      acceptForms(scope)
      scope.addHook('onRequest', given.catchUp)
      scope.setNotFoundHandler((request, reply) => {
        const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
        return send(reply, refusal(new StripeError(404, message)))
      })
      scope.setErrorHandler((error, _request, reply) => send(reply, refusal(error)))
      for (const route of routes)
        scope.route<{ Params: { id?: string; other?: string } }>({
          method: route.method,
          url: route.path,
          handler: (request, reply) => answer(served, route, request, reply),
        })
    },
    { prefix: '/v1' },
  )
}

function answer(served: ServedCall, route: Route, request: Request, reply: FastifyReply): FastifyReply {
  const { account, idempotency } = served
  const requestId = `req_${randomBytes(7).toString('hex')}`
  reply.headers({ 'request-id': requestId, 'stripe-version': apiVersion })
  const form = formOf(request)
  const key = route.method === 'POST' ? textOf(request.headers['idempotency-key']) : undefined
  const path = request.url.split('?')[0] ?? ''
  if (key) reply.header('idempotency-key', key)
  let isPublishable: boolean
  try {
    isPublishable = readCaller(served, route, request, form)
  } catch (error) {
    return send(reply, refusal(error))
  }
  let before: Answer | undefined
  try {
    before = key ? idempotency.find(key, path, String(form)) : undefined
  } catch (error) {
    return send(reply, refusal(error))
  }
  // A call that has ended once doesn't begin again: only its answer can get lost, or be refused before it is looked up.
  const fault = account.faults.take('stripe', before ? refusedFaults : faultsOf(route))
  if (fault === 'timeout') return neverAnswer(reply)
  if (fault === 'refused') return dropConnection(reply)
  if (before && fault === undefined) return send(reply.header('idempotent-replayed', 'true'), before)
  const broken = fault && failures[fault]
  if (broken) {
    const answer = refusal(broken)
    if (key && begun.has(fault)) idempotency.keep(key, path, String(form), answer)
    return send(reply, answer)
  }
  const origin = { id: requestId, idempotency_key: key ?? null }
  const done = account.as(origin, () => run(account, route, request, form, isPublishable))
  const result = fault === 'subscription_failed_after_effect' ? refusal(failed) : done
  if (key) idempotency.keep(key, path, String(form), result)
  if (fault === 'timeout_after_effect') return neverAnswer(reply)
  if (fault === 'broken_json') return reply.type('application/json').send('{"id": "cus_')
  return send(reply, result)
}

function faultsOf({ method, path }: Route): readonly Fault[] {
  const isPayment = path === '/invoices/:id/pay'
  const isOfSubscription = method === 'POST' && /^\/subscriptions(\/:id)?$/.test(path)
  return [...apiFaults, ...(isPayment ? payFaults : []), ...(isOfSubscription ? subscriptionFaults : [])]
}

/** Throws unless the caller may make this call; answers whether it is a browser. */
function readCaller(served: ServedCall, route: Route, request: Request, form: URLSearchParams): boolean {
  const version = textOf(request.headers['stripe-version'])
  const keyParam = form.get('key') ?? undefined
  form.delete('key')
  const who = credentialsOf(request.headers.authorization, keyParam, served.settings)
  if (version !== undefined && version !== apiVersion)
    throw refused(`Invalid Stripe API version: ${version}. This account speaks ${apiVersion} only.`)
  if (who === 'publishable' && !route.isForBrowsers) throw wrongKeyType()
  return who === 'publishable'
}

function run(
  account: Account,
  route: Route,
  request: Request,
  form: URLSearchParams,
  isPublishable: boolean,
): Answer {
  try {
    const tree = readTree(form)
    refuseUnknown(tree, [...route.known, ...(route.isForBrowsers ? ['client_secret'] : [])])
    const params = paramsOf(tree)
    const { id = '', other = '' } = request.params
    const body = shown(route.run({ account, params, id, other, isPublishable }))
    return { status: 200, body: expand(account, body, params.texts('expand') ?? []) }
  } catch (error) {
    return refusal(error)
  } finally {
    if (route.method !== 'GET') account.store.save()
  }
}

function formOf(request: Request): URLSearchParams {
  const query = new URL(request.url, 'http://stripe').searchParams
  if (!(request.body instanceof URLSearchParams)) return query
  return new URLSearchParams([...query, ...request.body])
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

const unavailable = new StripeError(503, 'Stripe is temporarily unavailable', { type: 'api_error' })
const failed = new StripeError(500, 'An unknown error occurred', { type: 'api_error' })
const failures: Partial<Record<Fault, StripeError>> = {
  lock_timeout: new StripeError(
    409,
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
    { code: 'lock_timeout' },
  ),
  rate_limited: new StripeError(
    429,
    'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.',
    {
      code: 'rate_limit',
    },
  ),
  internal_error: failed,
  status_503: unavailable,
  payment_unavailable: unavailable,
  subscription_failed: failed,
}
/** Failures of calls that had begun: "we save the resulting status code and body … including 500 errors". */
const begun = new Set<Fault>(['internal_error', 'payment_unavailable', 'subscription_failed'])

function refusal(error: unknown): Answer {
  if (error instanceof StripeError) return { status: error.status, body: error.body() }
  const message = error instanceof Error ? error.message : 'unknown'
  return {
    status: 500,
    body: new StripeError(500, `The sandbox failed: ${message}`, { type: 'api_error' }).body(),
  }
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}
