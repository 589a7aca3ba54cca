import { Agent } from 'node:https'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { circuitBreaker } from './circuit-breaker.ts'
import type { ServiceHealth } from './circuit-breaker.ts'
import { callOnce, TransportError } from './exchange.ts'
import type { Call, Limits, Reply } from './exchange.ts'

export type { Call, Reply } from './exchange.ts'

export interface HttpClientOptions extends Limits {
  /** The error for a service that cannot be reached or is out of order. */
  readonly unavailable: (reason: string, cause?: unknown) => Error
  /** PEM; how this installation proves itself, where the service asks for a client certificate. */
  readonly identity?: { readonly certificate: string; readonly key: string } | undefined
  /** PEM of what the service's own certificate chains to; without it, the roots that Node ships. */
  readonly authorities?: string | undefined
  readonly now: () => Date
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

/** A service that is spoken to, over TLS where its address says so, and left alone while it is out of order. */
export interface HttpClient {
  call(call: Call): Promise<Reply>
  health(): ServiceHealth
}

const pauses = [200, 800]
const longestWait = 2_000

export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { unavailable, identity, authorities, now, pause = pauseFor } = options
  // Connections are not kept: on one that the other side is about to close nobody can tell what has arrived.
  const agent = new Agent({
    keepAlive: false,
    minVersion: 'TLSv1.2',
    cert: identity?.certificate,
    key: identity?.key,
    ca: authorities,
  })
  const breaker = circuitBreaker({
    now,
    isOutage: (error) => error instanceof TransportError,
    resting: (since) => unavailable(`left alone since it failed at ${since.toISOString()}`),
  })

  const insist = async (call: Call): Promise<Reply> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await callOnce(call, agent, options)
      } catch (error) {
        const wait = pauses[attempt]
        if (!(error instanceof TransportError) || wait === undefined || !mayRepeat(error, call)) throw error
        await pause(Math.min(error.waitFor ?? wait, longestWait))
      }
    }
  }
  return {
    async call(call) {
      try {
        return await breaker.run(() => insist(call))
      } catch (error) {
        throw error instanceof TransportError ? unavailable(error.message, error) : error
      }
    },
    health: () => breaker.health(),
  }
}

const mayRepeat = ({ mayRepeat: when }: TransportError, { repeat }: Call): boolean =>
  when === 'if_unsent' || (when === 'freely' && repeat === 'freely')
