import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { currentWork } from '#api/platform/logging/work.ts'
import type { Span } from './span.ts'
import { tracer } from './tracer.ts'

interface Call {
  readonly method: string
  readonly host: string
}

/**
 * A span for each request to an external service, whatever adapter makes it: Node tells of those of `node:http` and of
 * `fetch`. Its method, host and status, and nothing else: paths and queries may have secrets. The service itself is told
 * nothing of the trace.
 */
export function observeOutgoingRequests(collector: string): () => void {
  const spans = new WeakMap<object, Span>()

  function start(request: object, { method, host }: Call): void {
    const parent = currentWork()?.span
    // Sending spans is no work of ours.
    if (!parent || host === collector) return
    const span = tracer()?.start(`${method} ${host}`, {
      kind: 'client',
      parent,
      attributes: { 'http.request.method': method, 'server.address': host },
    })
    if (span) spans.set(request, span)
  }
  function end(request: object, status?: number, error?: string): void {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    if (status !== undefined) span.set({ 'http.response.status_code': status })
    span.end(error ?? (status !== undefined && status >= 400 ? String(status) : undefined))
  }
  const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? 'Error'

  const listeners: Readonly<Record<string, (message: never) => void>> = {
    'http.client.request.start': ({ request }: { request: NodeRequest }) =>
      start(request, { method: request.method, host: request.getHeader('host') ?? request.host }),
    'http.client.response.finish': ({
      request,
      response,
    }: {
      request: object
      response: { statusCode: number }
    }) => end(request, response.statusCode),
    'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
      end(request, undefined, codeOf(error)),
    'undici:request:create': ({ request }: { request: FetchRequest }) =>
      start(request, { method: request.method, host: new URL(String(request.origin)).host }),
    'undici:request:headers': ({
      request,
      response,
    }: {
      request: object
      response: { statusCode: number }
    }) => end(request, response.statusCode),
    'undici:request:error': ({ request, error }: { request: object; error: unknown }) =>
      end(request, undefined, codeOf(error)),
  }
  const all = Object.entries(listeners).map(
    ([name, listener]) => [name, (message: unknown) => listener(message as never)] as const,
  )
  for (const [name, listener] of all) subscribe(name, listener)
  return () => {
    for (const [name, listener] of all) unsubscribe(name, listener)
  }
}

interface NodeRequest {
  readonly method: string
  readonly host: string
  getHeader(name: string): string | undefined
}
interface FetchRequest {
  readonly method: string
  readonly origin: unknown
}
