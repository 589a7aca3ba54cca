import { createHmac, randomBytes } from 'node:crypto'
import { circuitBreaker } from '#api/providers/http-client/circuit-breaker.ts'
import { authorizationCodeFlow } from '#api/providers/single-sign-on/authorization-code.ts'
import type { OpenIdClient } from '#api/providers/single-sign-on/authorization-code.ts'
import { ProviderUnavailable, SignOnCancelled } from '#api/providers/single-sign-on/port.ts'
import { IdentificationFailed, WebhookRefused } from '../port.ts'
import type { IdentificationProvider, IdentificationState, ProviderReturn } from '../port.ts'
import { stateOf } from './claims.ts'

export interface IdAustriaOptions {
  /** Of the registration; the secret is what ties a way back to its way there, too. */
  readonly client: OpenIdClient
  readonly now: () => Date
  readonly timeLimit?: number | undefined
}

const name = 'id-austria'
const scope = 'openid profile'
/** How long someone may take; the pages there end sooner by themselves. */
const life = 60 * 60_000
const patience: IdentificationState = { status: 'inprogress' }

/** The Austrian eID, by OpenID Connect: it identifies while the browser is there, and tells when the browser is back. */
export function idAustria({ client, now, timeLimit }: IdAustriaOptions): IdentificationProvider {
  const flow = authorizationCodeFlow({ timeoutMs: timeLimit, now })
  const breaker = circuitBreaker({
    now,
    isOutage: (error) => error instanceof ProviderUnavailable,
    resting: (since) =>
      new IdentificationFailed('unavailable', name, `left alone since it failed at ${since.toISOString()}`),
  })
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await breaker.run(work)
    } catch (error) {
      throw failureOf(error)
    }
  }
  const finish = async ({ reference, returnUrl, query }: ProviderReturn): Promise<IdentificationState> => {
    const exchange = { ...secretsOf(client, reference), redirectUri: returnUrl, state: reference, query }
    try {
      return await ask(() =>
        flow.finish(client, exchange, async ({ claims, idToken, more }) => {
          const found = stateOf(claims, idToken) ?? stateOf(await more(), idToken)
          if (found) return found
          throw new Error('The token does not say who it is in the documented form')
        }),
      )
    } catch (error) {
      if (!(error instanceof IdentificationFailed) || !(error.cause instanceof SignOnCancelled)) throw error
      return { status: 'failure', failure: { code: 'cancelled', isRetryable: true } }
    }
  }
  const shared = sharing<IdentificationState>()
  return {
    name,
    legislation: 'EIDAS',
    methods: ['id-austria'],
    async start({ method, legislation, returnUrl }) {
      if (method !== 'id-austria' || legislation !== 'EIDAS')
        throw new IdentificationFailed('refused', name, 'it identifies by the eID, for EIDAS')
      const reference = randomBytes(32).toString('base64url')
      const exchange = { ...secretsOf(client, reference), redirectUri: returnUrl, state: reference, scope }
      // Anyone who left the page comes back to the same address; it names nobody.
      const url = await ask(() => flow.begin(client, { ...exchange, isKept: true }))
      return { reference, url, expiresAt: new Date(now().getTime() + life) }
    },
    find: () => Promise.resolve(patience),
    handleReturn: (exchange) => shared(`${exchange.reference} ${exchange.query}`, () => finish(exchange)),
    readWebhook: () => {
      throw new WebhookRefused('ID Austria sends none')
    },
    remove: () => Promise.resolve(),
    health: () => breaker.health(),
  }
}

/** A page that is loaded twice asks twice, and a code is good once: anyone who asks meanwhile gets the same answer. */
function sharing<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const ongoing = new Map<string, Promise<T>>()
  return (key, work) => {
    const known = ongoing.get(key)
    if (known) return known
    const begun = work().finally(() => ongoing.delete(key))
    ongoing.set(key, begun)
    return begun
  }
}

/** Nothing is kept between there and back: who has the reference, and our secret, has the rest. */
function secretsOf({ clientSecret }: OpenIdClient, reference: string) {
  const derived = (purpose: string) =>
    createHmac('sha256', clientSecret).update(`identification ${purpose} ${reference}`).digest('base64url')
  return { nonce: derived('nonce'), codeVerifier: derived('verifier') }
}

function failureOf(error: unknown): Error {
  if (error instanceof IdentificationFailed) return error
  const failed = (code: 'unavailable' | 'misconfigured' | 'answer_invalid', reason: string) =>
    new IdentificationFailed(code, name, reason, { cause: error })
  if (error instanceof ProviderUnavailable) return failed('unavailable', 'it could not be asked')
  return isUnknownClient(error)
    ? failed('misconfigured', 'it does not know this client')
    : failed('answer_invalid', 'its answer is not to be believed')
}

function isUnknownClient(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null) return false
  const code = 'error' in cause ? cause.error : undefined
  // RFC 6749 § 5.2: anyone who was not let in by Basic is told so by 401 and a challenge.
  const isShutOut = 'status' in cause && cause.status === 401
  return isShutOut || code === 'invalid_client' || code === 'unauthorized_client'
}
