import { openHttpClient, type HttpClient } from '#api/providers/http-client/http-client.ts'
import { TransportError } from '#api/providers/http-client/exchange.ts'
import { PaymentFailed } from './port.ts'
import type { PaymentProviderName } from './port.ts'

export interface ProviderOptions<Settings> {
  readonly settings: Settings
  readonly now: () => Date
  readonly timeLimit?: number | undefined
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

const sizeLimit = 4 * 1024 * 1024

/** What the package of a provider sends its calls over: no redirects, one answer of a bounded size within a bounded time. */
export function openProviderClient(
  name: PaymentProviderName,
  { now, timeLimit = 20_000, pause }: Pick<ProviderOptions<unknown>, 'now' | 'timeLimit' | 'pause'>,
): HttpClient {
  return openHttpClient({
    unavailable: (reason, cause) =>
      new PaymentFailed(isReplayed(cause) ? 'key_spent' : 'unavailable', name, reason, { cause }),
    connectLimit: Math.min(5_000, timeLimit),
    timeLimit,
    sizeLimit,
    now,
    pause,
  })
}

/**
 * Stripe keeps what a call with a key ended in, failures of its own included, and says where it gives that once more. Only
 * then has the call ended: one that was answered with 502 or 504 may still be at work.
 */
const isReplayed = (cause: unknown): boolean =>
  cause instanceof TransportError && cause.headers['idempotent-replayed'] === 'true'

/** A code of the provider; whatever else was in its place may name a person. */
export function plainCode(said: unknown): string | null {
  return typeof said === 'string' && /^[\w.-]{1,60}$/.test(said) ? said : null
}

/** Of a call that was refused: its status and the provider's codes. */
export function refusalReason(status: number, ...said: unknown[]): string {
  const codes = [...new Set(said.map(plainCode).filter((code) => code !== null))]
  return [`HTTP status ${status}`, ...codes].join(' ')
}

/** A page of the provider: with TLS, or on the same host as an API that has none either. */
export function safePage(name: PaymentProviderName, url: string, apiUrl: string | undefined): string {
  const page = URL.parse(url)
  const isSafe =
    page?.protocol === 'https:' ||
    (page?.protocol === 'http:' && apiUrl?.startsWith('http:') && page.hostname === new URL(apiUrl).hostname)
  if (!page || !isSafe || page.username || page.password)
    throw new PaymentFailed('answer_invalid', name, 'its page is not one to send people to')
  return page.href
}
