import { type ClientRequest, type IncomingMessage, request as requestWithoutTls } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Target } from './check-url.ts'
import { OutgoingRequestFailed } from './port.ts'
import { mayConnectTo } from './public-address.ts'

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly connectTimeoutMs: number
  readonly signal: AbortSignal
  readonly lookup: LookupFunction
}

const maxHeaderSize = 16 * 1024

/** Keeps neither connections nor TLS sessions: a session ticket is data chosen by the server that we would send again. */
export const openAgent = (authorities: string | undefined): Agent =>
  new Agent({ keepAlive: false, maxCachedSessions: 0, minVersion: 'TLSv1.2', ca: authorities })

/** One request and the head of its response. The caller destroys the response, which closes the connection. */
export function exchange(target: Target, agent: Agent, options: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send(target, agent, options)
    let isConnected = false
    const fail = (error: OutgoingRequestFailed): void => {
      clearTimeout(connecting)
      outgoing.destroy()
      reject(error)
    }
    const connecting = setTimeout(
      () => fail(new OutgoingRequestFailed('timed_out')),
      options.connectTimeoutMs,
    )
    outgoing.once('socket', (socket) => {
      socket.once('connect', () => {
        if (!isExpected(target, socket)) fail(new OutgoingRequestFailed('address_refused'))
      })
      socket.once(target.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connecting)
      })
    })
    // Stays registered: a connection that breaks while the body is read emits an error here, too.
    outgoing.on('error', (cause) => {
      if (cause instanceof OutgoingRequestFailed) fail(cause)
      else fail(new OutgoingRequestFailed(isConnected ? 'invalid_response' : 'unreachable', { cause }))
    })
    outgoing.once('response', resolve)
    outgoing.once('upgrade', () => fail(new OutgoingRequestFailed('invalid_response')))
    outgoing.end(options.body)
  })
}

function send({ url, isAllowed }: Target, agent: Agent, options: Exchange): ClientRequest {
  const { method, headers, body, signal, lookup } = options
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const common = { method, headers: { ...headers, ...length }, signal, maxHeaderSize, lookup }
  if (url.protocol === 'https:') return request(url, { ...common, agent })
  if (!isAllowed) throw new OutgoingRequestFailed('not_https')
  return requestWithoutTls(url, { ...common, agent: false })
}

/** The lookup has checked it already; this also covers a Node that connects to something else. */
const isExpected = ({ isAllowed }: Target, { remoteAddress }: Socket): boolean =>
  isAllowed || (remoteAddress !== undefined && mayConnectTo(remoteAddress))
