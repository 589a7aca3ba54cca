import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Agent } from 'node:https'
import type { AllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import { checkUrl } from './check-url.ts'
import { type ConnectionLimit, connectionLimit } from './connection-limit.ts'
import { exchange, openAgent } from './exchange.ts'
import {
  type OutgoingOptions,
  OutgoingRequestFailed,
  type OutgoingRequests,
  type StreamedResponse,
} from './port.ts'
import { acceptedEncodings, readContent } from './read-content.ts'
import { nextRequest, type Request } from './redirect.ts'
import { queryAddresses, type ResolveHost } from '#api/platform/host-names/query-addresses.ts'
import { allowedLookup, checkedLookup } from './resolve-host.ts'

export interface OutgoingSettings {
  /** Hosts the operator allows (OUTGOING_ALLOWED_HOSTS): they may be private. */
  readonly allowedHosts: readonly AllowedHost[]
  readonly resolve?: ResolveHost | undefined
  /** PEM of the trusted certificate authorities; by default Node's own and those of NODE_EXTRA_CA_CERTS. */
  readonly authorities?: string | undefined
  readonly connectionsPerHost?: number | undefined
  readonly connectTimeoutMs?: number | undefined
}

interface Guard {
  readonly settings: OutgoingSettings
  readonly resolve: ResolveHost
  readonly agent: Agent
  readonly limit: ConnectionLimit
}

const usualSize = 1024 * 1024
const usualTime = 20_000

export function openOutgoingRequests(settings: OutgoingSettings): OutgoingRequests {
  const { allowedHosts, resolve = queryAddresses([]), authorities, connectionsPerHost = 8 } = settings
  const limit = connectionLimit(connectionsPerHost)
  const guard = { settings, resolve, agent: openAgent(authorities), limit }
  const stream: OutgoingRequests['stream'] = async (url, options, use) => {
    const { timeoutMs = usualTime, signal: given } = options
    const timer = AbortSignal.timeout(timeoutMs)
    const signal = given ? AbortSignal.any([timer, given]) : timer
    try {
      return await follow(guard, url, options, signal, use)
    } catch (error) {
      throw failureOf(error, signal, timer)
    }
  }
  return {
    refusalOf: (url) => {
      const target = checkUrl(url, allowedHosts)
      return typeof target === 'string' ? target : null
    },
    stream,
    fetch: (url, options = {}) =>
      stream(url, options, async ({ status, headers, url: answered, content }) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of content) chunks.push(chunk)
        return { status, headers, url: answered, body: Buffer.concat(chunks) }
      }),
  }
}

/** Sends the request and follows its redirects, each of them checked like the first. */
async function follow<T>(
  guard: Guard,
  url: string,
  options: OutgoingOptions,
  signal: AbortSignal,
  use: (response: StreamedResponse) => Promise<T>,
): Promise<T> {
  const { method = 'GET', headers = {}, body, maxBytes = usualSize, redirects = 0, queue = '' } = options
  let request: Request = { url, method, headers, body }
  for (let followed = 0; ; followed++) {
    const outcome = await withResponse(guard, { ...request, queue }, signal, async (incoming) => {
      const { statusCode: status = 0, headers: given } = incoming
      const next = redirects > 0 ? nextRequest(request, status, given.location) : null
      if (next) return { next }
      const content = readContent(incoming, maxBytes)
      return { result: await use({ status, headers: joined(given), url: request.url, content }) }
    })
    if (!outcome.next) return outcome.result
    if (followed === redirects) throw new OutgoingRequestFailed('too_many_redirects')
    request = outcome.next
  }
}

async function withResponse<T>(
  { settings, resolve, agent, limit }: Guard,
  { queue, ...request }: Request & { readonly queue: string },
  signal: AbortSignal,
  use: (incoming: IncomingMessage) => Promise<T>,
): Promise<T> {
  const target = checkUrl(request.url, settings.allowedHosts)
  if (typeof target === 'string') throw new OutgoingRequestFailed(target)
  const release = await limit.take(`${queue} ${target.url.hostname}`, signal)
  let incoming: IncomingMessage | undefined
  try {
    incoming = await exchange(target, agent, {
      ...request,
      headers: {
        'user-agent': 'Countersign',
        accept: '*/*',
        ...request.headers,
        'accept-encoding': acceptedEncodings,
      },
      connectTimeoutMs: settings.connectTimeoutMs ?? 5000,
      signal,
      lookup: target.isAllowed ? allowedLookup : checkedLookup(resolve),
    })
    return await use(incoming)
  } finally {
    incoming?.destroy()
    release()
  }
}

const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Reports a timeout or cancellation as such. Errors thrown by `use` pass through unchanged. */
function failureOf(error: unknown, signal: AbortSignal, timer: AbortSignal): unknown {
  const isBrokenOff = error instanceof OutgoingRequestFailed || error === signal.reason
  if (signal.aborted && isBrokenOff)
    return new OutgoingRequestFailed(timer.aborted ? 'timed_out' : 'aborted', { cause: error })
  return error
}
