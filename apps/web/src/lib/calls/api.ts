import type { Endpoint, InputOf, OutputOf, Upload } from '@countersign/contract/endpoint.ts'
import type { CallError } from './call-error.ts'
import { addressOf, authorizationOf, type Credential } from './request.ts'
import { delayBeforeRetry, isPagePath } from './retry.ts'
import { noAnswer, type Answer, type Request } from './answer.ts'
import { send } from './send.ts'
import { keyFor, noteOutcome } from './unanswered.ts'
import { session } from '../account/session.ts'
import { randomKey } from './random-key.ts'

export { randomKey }

/** What a call takes. An upload takes the file itself. */
export type CallInput<E extends Endpoint> =
  E['body'] extends Upload<infer _> ? Omit<InputOf<E>, 'body'> & { readonly body: Blob } : InputOf<E>

export interface CallOptions {
  /** Left out: the session. A direct-sign visitor's: the secret user id and the request's id. */
  credential?: Credential
  signal?: AbortSignal | undefined
  /** How much of an upload has gone out, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Its failure is shown where it happens (or not at all), and never takes the person to another page. */
  background?: boolean
  /**
   * One key for several calls that are the same operation, such as a signing retried after a lost response. Left out: that
   * of the same call, where its answer was lost, else a new one. Null: none, where being done twice changes nothing.
   */
  idempotencyKey?: string | null
  /** Others that a call takes. */
  headers?: Record<string, string>
}

interface Listeners {
  /** The session is not valid any longer. */
  unauthorized: () => void
  /** The service failed at something the person waits for. */
  broken: (failure: CallError) => void
  /** The account has something to settle before it continues: the terms, its password, a seat of its business. */
  unsettled: () => void
  /** The plan doesn't include what was tried. */
  notIncluded: (feature: NonNullable<CallError['feature']>) => void
  /**
   * The service is busy and asks to wait so many milliseconds before the next try; `cancel` gives the call up. Answers
   * what is to be called when the wait is over.
   */
  busy: (delay: number, cancel: () => void) => () => void
}

let listeners: Listeners = {
  unauthorized() {},
  broken() {},
  unsettled() {},
  notIncluded() {},
  busy: () => () => {},
}

/** What happens at a 401 and at a 5xx, wherever the call was made. Set once, at the start. */
export function onCallFailure(given: Listeners): void {
  listeners = given
}

/**
 * Makes a call of the contract. Retries what the specification retries, throws a `CallError` for every refusal.
 * A binary answer is a `File` named by Content-Disposition, or a plain `Blob` where it has no name.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const parts: { params?: unknown; query?: unknown; body?: unknown } = input
  const request = {
    method: endpoint.method,
    address: addressOf(endpoint.path, parts.params, parts.query),
    headers: headersOf(endpoint, options),
    body: 'upload' in endpoint.body ? formOf(parts.body) : jsonOf(parts.body),
    signal: options.signal,
    onProgress: options.onProgress,
    keepsCookie: endpoint.keepsCookie === true,
  }
  const { idempotencyKey } = options
  // Without a credential nobody's retry can be told from someone else's.
  const isKeyed = endpoint.method !== 'GET' && idempotencyKey !== null && request.headers['authorization']
  if (!isKeyed) return perform(endpoint, request, options)
  const key = idempotencyKey ?? keyFor(request)
  // The same key on every retry: what was done once is not done again.
  request.headers['idempotency-key'] = key
  try {
    const output = await perform(endpoint, request, options)
    noteOutcome(request, key, null)
    return output
  } catch (failure) {
    noteOutcome(request, key, failure)
    throw failure
  }
}

async function perform<E extends Endpoint>(
  endpoint: E,
  request: Request,
  options: CallOptions,
): Promise<OutputOf<E>> {
  const isBackground = options.background === true || isPagePath(endpoint.path)
  for (let retries = 0; ; retries++) {
    const answer = await send(request)
    if (answer.ok) return (await outputOf(endpoint, answer, request.signal)) as OutputOf<E>
    const failure = await answer.failure()
    const delay = delayBeforeRetry({
      status: answer.status,
      retryAfter: answer.header('retry-after'),
      retries,
      isPage: isPagePath(endpoint.path),
      isInProgress: failure.key === 'idempotency.running',
      isBackground,
    })
    if (delay === null) throw refused(endpoint, failure, options)
    const isVisible = answer.status === 503 && !isBackground
    const isCancelled = isVisible
      ? await waitVisibly(delay, options.signal)
      : await waitFor(delay, options.signal)
    if (isCancelled) throw refused(endpoint, failure, options)
  }
}

function headersOf(endpoint: Endpoint, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'binary' in endpoint.output ? '*/*' : 'application/json',
    ...options.headers,
  }
  const authorization = authorizationOf(endpoint.credential, options.credential, session.get()?.token)
  if (authorization) headers['authorization'] = authorization
  return headers
}

function jsonOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  if (body instanceof File) form.set('file', body, body.name)
  else if (body instanceof Blob) form.set('file', body, 'document.pdf')
  return form
}

async function outputOf(
  endpoint: Endpoint,
  answer: Answer,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await readOutput(endpoint, answer)
  } catch (cause) {
    if (signal?.aborted) throw cause
    // The connection was lost in the middle of the answer.
    throw await noAnswer.failure()
  }
}

async function readOutput(endpoint: Endpoint, answer: Answer): Promise<unknown> {
  if (!('binary' in endpoint.output)) return answer.json()
  const disposition = answer.header('content-disposition')
  // An image of a page has no name: it doesn't wait for what reads one.
  if (disposition === null) return answer.blob()
  const [blob, { fileNameOf }] = await Promise.all([answer.blob(), import('./file-name.ts')])
  return new File([blob], fileNameOf(disposition) ?? 'download', { type: blob.type })
}

const unsettledKeys: readonly string[] = [
  'terms.acceptance_required',
  'password.change_required',
  'business.member_locked',
]

function refused(endpoint: Endpoint, failure: CallError, options: CallOptions): CallError {
  const withSession = options.credential === undefined && endpoint.credential.startsWith('user')
  if (failure.status === 401 && withSession) listeners.unauthorized()
  if (unsettledKeys.includes(failure.key)) listeners.unsettled()
  if (failure.feature && withSession) listeners.notIncluded(failure.feature)
  const broken = failure.status >= 500 && failure.status !== 503 && !isPagePath(endpoint.path)
  if (broken && !options.background) listeners.broken(failure)
  return failure
}

/** Waits where the person sees it; true once they cancel. */
async function waitVisibly(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  const cancelled = Promise.withResolvers<boolean>()
  const end = listeners.busy(milliseconds, () => cancelled.resolve(true))
  try {
    return await Promise.race([waitFor(milliseconds, signal), cancelled.promise])
  } finally {
    end()
  }
}

function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      window.clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    }
    const timer = window.setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve(false)
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
