import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Actor } from '#api/platform/actor.ts'
import { withoutPersonalData } from '#api/platform/logging/describe-error.ts'
import { runWork, type Work } from '#api/platform/logging/work.ts'
import { httpDuration, httpRequests } from '#api/platform/metrics/instruments.ts'
import type { Span } from '#api/platform/tracing/span.ts'
import { tracer } from '#api/platform/tracing/tracer.ts'
import { plainAddress } from '#api/platform/values/network.ts'
import { errorKeyOf } from './problem.ts'
import { pathForLog } from './redact.ts'

const validId = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** Options of a server whose calls are observed: each has the id that its caller gave it, or one that nobody can guess. */
export const withRequestIds = {
  // The framework's own lines are replaced by one for each call.
  logController: new LogController({ disableRequestLogging: true }),
  // The id comes from the work at hand, as in every other line: the framework's own logger would name it twice.
  childLoggerFactory: (logger: FastifyBaseLogger) => logger,
  genReqId: ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id']
    return typeof given === 'string' && validId.test(given) ? given : randomUUID()
  },
}

interface Observed extends Work {
  actor?: string
}
const works = new WeakMap<FastifyRequest, Observed>()

/** What the lines and spans of this call belong to. */
export const workOf = (request: FastifyRequest): Work => works.get(request) ?? { requestId: request.id }

/** As soon as it is known: also of a call that is refused then. */
export function noteActor(request: FastifyRequest, actor: Actor): void {
  const work = works.get(request)
  const name = nameOf(actor)
  if (work && name) work.actor = name
}

function nameOf(actor: Actor): string | undefined {
  if (actor.kind === 'account') return `account:${actor.accountId}`
  if (actor.kind === 'api-user') return `api-user:${actor.apiUserId}`
  return actor.kind === 'link' ? `signature:${actor.memberId ?? actor.signatureId}` : undefined
}

/** Whether a call is worth a line at the usual level: what probes ask every few seconds is not. */
const isProbe = (route: string): boolean => route === '/healthz' || route === '/readyz'

/**
 * One line of the log, one count and, where it is switched on, one span for each call. It is known by the pattern of its
 * route, never by its address. `secretAddresses` of a server leave the address out altogether.
 */
export function observeRequests(app: FastifyInstance, { secretAddresses = false } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = startSpan(request)
    const work: Observed = { requestId: request.id, span }
    works.set(request, work)
    reply.header('X-Request-Id', request.id)
    if (span) reply.raw.once('close', () => endSpan(span, request, reply))
    runWork(work, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const { method, headers } = request
    const status = reply.statusCode
    count(method, route, status, isEndless(reply) ? null : reply.elapsedTime / 1000)
    request.log[isProbe(route) ? 'debug' : 'info'](
      {
        requestId: request.id,
        method,
        route,
        ...(secretAddresses ? {} : { path: pathForLog(request.url) }),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        error: errorKeyOf(request),
        actor: works.get(request)?.actor,
        address: plainAddress(request.ip),
        // Crawlers say in it how to reach their operator.
        userAgent: headers['user-agent'] && withoutPersonalData(headers['user-agent'].slice(0, 300)),
      },
      'answered',
    )
  })
}

interface RouteInstruments {
  readonly duration: ReturnType<typeof httpDuration.labels>
  readonly byStatus: Map<number, ReturnType<typeof httpRequests.labels>>
}
// By method and route: looking them up by their labels takes longer than counting.
const instruments = new Map<string, RouteInstruments>()

function count(method: string, route: string, status: number, seconds: number | null): void {
  const key = `${method} ${route}`
  let found = instruments.get(key)
  if (!found) {
    found = { duration: httpDuration.labels(method, route), byStatus: new Map() }
    instruments.set(key, found)
  }
  let requests = found.byStatus.get(status)
  if (!requests) {
    requests = httpRequests.labels(method, route, String(status))
    found.byStatus.set(status, requests)
  }
  requests.inc()
  if (seconds !== null) found.duration.observe(seconds)
}

/** As the API's description has it; of everything that isn't a call, such as the web app's files, one word. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.config?.endpoint?.path ?? routeOptions.url ?? 'web-app'
}

/** Live updates: how long someone keeps a page open says nothing of how long an answer takes. */
const isEndless = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')

function startSpan(request: FastifyRequest): Span | undefined {
  const route = routeOf(request)
  if (isProbe(route)) return undefined
  return tracer()?.start(`${request.method} ${route}`, {
    kind: 'server',
    parent: request.headers['traceparent'] as string | undefined,
    attributes: { 'http.request.method': request.method, 'http.route': route },
  })
}

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply
  span.set({
    'http.response.status_code': statusCode,
    'countersign.request_id': request.id,
    ...(errorKeyOf(request) ? { 'countersign.error_key': errorKeyOf(request) ?? '' } : {}),
  })
  // https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status: what the caller did wrong is no error of ours.
  span.end(statusCode >= 500 ? String(statusCode) : undefined)
}
