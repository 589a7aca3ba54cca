import type {} from '@fastify/multipart'
import { takesFile } from '@countersign/contract/declared-errors.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import { type ApiError, errors, type ErrorKey } from '@countersign/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#api/platform/db/database-away.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { ServiceAway } from '#api/platform/service-away.ts'
import { Abandoned, Saturated } from '#api/platform/threads/task.ts'
import { redacted } from './redact.ts'
import { headersWithoutPage } from './security-headers.ts'

// What the framework itself refuses, by its code, in the words of our list.
const frameworkErrors: Record<string, ErrorKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media.unsupported',
  FST_REQ_FILE_TOO_LARGE: 'document.too_large',
}

// What the reader of forms says of one that has no boundary or breaks off: it has no code for these.
const brokenForm = /^(Multipart: |Unexpected end of multipart data|\w+ terminated early)/

/** What the framework refuses before any hook has run, such as an address that cannot be decoded: with headers as strict. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...headersWithoutPage, 'X-Request-Id': request.id })
  answerError(error, request, reply)
}

const errorKeys = new WeakMap<FastifyRequest, ErrorKey>()

/** Why the call was refused; undefined where it wasn't. */
export const errorKeyOf = (request: FastifyRequest): ErrorKey | undefined => errorKeys.get(request)

/** The one exit of every error: a known refusal as it is, anything else as a 500 with an id that the log has too. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error, request)
  errorKeys.set(request, refusal.key)
  const { status, type, message } = errors[refusal.key]
  const body: ApiError = {
    type,
    method: request.method,
    path: redacted(request.url).split('?')[0] ?? '',
    status,
    message,
    key: refusal.key,
    ...(refusal.fields ? { fields: [...refusal.fields] } : {}),
    ...(refusal.requirements ? { requirements: [...refusal.requirements] } : {}),
    ...(refusal.until ? { until: refusal.until.toISOString() } : {}),
    ...(refusal.feature ? { feature: refusal.feature } : {}),
    ...(refusal.quality ? { quality: refusal.quality } : {}),
    ...(refusal.resultId ? { result_id: refusal.resultId } : {}),
    ...(refusal.secondFactor ? { second_factor: refusal.secondFactor } : {}),
  }
  if (refusal.key === 'internal') {
    body.id = request.id
    request.log.error({ err: error, requestId: request.id }, 'a call failed')
  }
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(refusal.retryAfter)))
  reply.header('Cache-Control', 'no-store')
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  reply.status(status).send(body)
}

/** By its header: before the first hook a request cannot be asked. */
function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') === true
}

/** What an error is among the known ones: for an interface that has errors of another shape. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Saturated) return refuseSaturated(error)
  // The connection is gone, and nobody reads the answer.
  if (error instanceof Abandoned) return new Refusal('service.saturated', { retryAfter: 1 })
  const code = (error as FastifyError).code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request)
  const known = frameworkErrors[code]
  if (known) return new Refusal(known)
  if (isDatabaseAway(error)) {
    request.log.error({ err: error, requestId: request.id }, 'the database is away')
    return new Refusal('service.unavailable', { retryAfter: 2 })
  }
  if (error instanceof ServiceAway) {
    request.log.error({ err: error, requestId: request.id }, 'a service that this call needs is away')
    return new Refusal('service.unavailable', { retryAfter: 5 })
  }
  if (isForm(request) && brokenForm.test((error as Error).message)) return new Refusal('request.malformed')
  const status = (error as FastifyError).statusCode ?? 500
  if (status === 429) return new Refusal('rate.exceeded', { retryAfter: 60 })
  if (status >= 400 && status < 500) return new Refusal('request.malformed')
  return new Refusal('internal')
}

/** Of a call that takes a file it is the file that is too large. */
export function tooLarge({ routeOptions }: FastifyRequest): Refusal {
  const { endpoint } = routeOptions.config as { readonly endpoint?: Endpoint }
  return new Refusal(endpoint && takesFile(endpoint) ? 'document.too_large' : 'request.too_large')
}

/** What a caller is told whose task was not taken: 429 where it has too much waiting itself, 503 where we have. */
function refuseSaturated(error: Saturated): Refusal {
  return error.ownShare
    ? new Refusal('rate.exceeded', { retryAfter: 5, cause: error })
    : new Refusal('service.saturated', { retryAfter: 1, cause: error })
}
